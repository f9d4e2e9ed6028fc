/* no_page.c: stands for the page's files in a build without them. */
#include "serve/files.h"

const struct serve_file serve_page[] = {{0}};

const struct serve_standalone serve_standalone = {0};
