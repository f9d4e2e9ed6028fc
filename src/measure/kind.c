/* kind.c: see kind.h */
#include "measure/kind.h"

#include "format/kinds.h"
#include "measure/own/own.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

bool measure_kind_is_launcher(void)
{
    return format_is_launcher(measure_own_program_name());
}

bool measure_kind_is_tool(void)
{
    return format_is_tool(measure_own_program_name());
}

bool measure_kind_is_sanitized(void)
{
    static const char *const names[] = {"__asan_init", "__tsan_init", "__msan_init", "__lsan_init",
                                        "__hwasan_init"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (dlsym(RTLD_DEFAULT, names[i]))
            return true;
    }
    return false;
}

bool measure_kind_is_command(void)
{
    const char *pid = secure_getenv("TRIPTYCH_COMMAND");
    return pid && strtol(pid, NULL, 10) == (long)getpid();
}
