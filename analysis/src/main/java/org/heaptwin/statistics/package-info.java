/** One estimator a class: formula, source in the literature, and what its interval covers. */
package org.heaptwin.statistics;
