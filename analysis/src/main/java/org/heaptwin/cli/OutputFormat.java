package org.heaptwin.cli;

/** How a result is printed; the names are what users write. */
enum OutputFormat {
  text,
  json
}
