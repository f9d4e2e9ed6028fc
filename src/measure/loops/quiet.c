/* quiet.c: see quiet.h */
#include "measure/loops/quiet.h"

#include "format/quiet.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* True if a name is not defined, or by the C library. */
static bool is_libc(const char *name)
{
    Dl_info about;
    void *found = dlsym(RTLD_DEFAULT, name);
    if (!found)
        return true;
    if (!dladdr(found, &about) || !about.dli_fname)
        return false;
    const char *slash = strrchr(about.dli_fname, '/');
    const char *file = slash ? slash + 1 : about.dli_fname;
    return !strncmp(file, "libc.so.", 8) || !strncmp(file, "libm.so.", 8);
}

static bool numbers_are(const char *suffix)
{
    bool all = true;
    for (size_t i = 0; i < sizeof format_quiet_numbers / sizeof format_quiet_numbers[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s", format_quiet_numbers[i], suffix);
        all = all && is_libc(name);
    }
    return all;
}

bool quiet_holds(void)
{
    bool all = !secure_getenv("TRIPTYCH_LOOPS_LIBS"), has_numbers = dlsym(RTLD_DEFAULT, "fmax");
    for (size_t i = 0; i < sizeof format_quiet_strings / sizeof format_quiet_strings[0]; i++)
        all = all && is_libc(format_quiet_strings[i]);
    return all && (!has_numbers || (numbers_are("") && numbers_are("f") && numbers_are("l")));
}
