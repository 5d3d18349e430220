/**
 * Finding the JVMs of this machine, deciding from outside whether one can be attached to, and
 * talking to the agent in it.
 */
package org.heaptwin.attach;
