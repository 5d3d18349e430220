/** What this machine allows, tried out rather than guessed. */
package org.heaptwin.doctor;
