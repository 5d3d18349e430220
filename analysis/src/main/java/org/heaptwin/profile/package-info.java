/**
 * The recording as the agent wrote it: counts and readings, no conclusions. See
 * docs/profile-format.md.
 */
package org.heaptwin.profile;
