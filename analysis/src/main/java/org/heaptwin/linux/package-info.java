/** What this machine says about itself and its processes: /proc and libc. */
package org.heaptwin.linux;
