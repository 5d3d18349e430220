/** The heaptwin command. */
package org.heaptwin.cli;
