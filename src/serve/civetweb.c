/* civetweb.c: see civetweb.h */
#include "serve/civetweb.h"

#include <dlfcn.h>

struct serve_civetweb serve_web;

bool serve_civetweb_load(struct error *error)
{
    const struct function {
        void *to;
        const char *name;
    } functions[] = {
        {&serve_web.init_library, "mg_init_library"},
        {&serve_web.exit_library, "mg_exit_library"},
        {&serve_web.start, "mg_start"},
        {&serve_web.stop, "mg_stop"},
        {&serve_web.get_server_ports, "mg_get_server_ports"},
        {&serve_web.get_request_info, "mg_get_request_info"},
        {&serve_web.get_header, "mg_get_header"},
        {&serve_web.read, "mg_read"},
        {&serve_web.write, "mg_write"},
    };
    void *library = dlopen("libcivetweb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return error_set(error, "the web server's library is missing; install the package "
                                "libcivetweb1");
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        *(void **)functions[i].to = dlsym(library, functions[i].name);
        if (!*(void **)functions[i].to)
            return error_set(error,
                             "the library libcivetweb has no function %s: it is another "
                             "version than the one that Triptych was built with",
                             functions[i].name);
    }
    return true;
}
