/**
 * What the reports print: every estimate of a profile, per allocation context or rolled up, ranked.
 */
package org.heaptwin.findings;
