/* civetweb.h: the functions of the web server's library, which is loaded when it is needed: only
 * `triptych view` asks for it, and everything else runs on machines without it. */
#ifndef SERVE_CIVETWEB_H
#define SERVE_CIVETWEB_H

#include "util/error.h"

#include <civetweb.h>

struct serve_civetweb {
    unsigned (*init_library)(unsigned features);
    unsigned (*exit_library)(void);
    struct mg_context *(*start)(const struct mg_callbacks *callbacks, void *user_data,
                                const char **options);
    void (*stop)(struct mg_context *context);
    int (*get_server_ports)(const struct mg_context *context, int size,
                            struct mg_server_port *ports);
    const struct mg_request_info *(*get_request_info)(const struct mg_connection *connection);
    const char *(*get_header)(const struct mg_connection *connection, const char *name);
    int (*read)(struct mg_connection *connection, void *bytes, size_t size);
    int (*write)(struct mg_connection *connection, const void *bytes, size_t size);
};

/* The functions, once they are loaded. */
extern struct serve_civetweb serve_web;

/* Loads the library. False with an error that names the package that is missing. */
bool serve_civetweb_load(struct error *error);

#endif
