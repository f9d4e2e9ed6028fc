/* no_server.c: stands for the server in a build without the web server's library. */
#include "serve/server.h"

bool serve_serve(const struct serve_options *options, struct error *error)
{
    (void)options;
    return error_set(error, "this build of Triptych has no web server: install the package "
                            "libcivetweb-dev and build Triptych again; `triptych view --html FILE` "
                            "works without it");
}
