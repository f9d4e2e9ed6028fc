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

static bool numbers_are(const char *const *numbers, size_t count)
{
    static const char *const suffixes[] = {"", "f", "l"};
    bool all = true;
    for (size_t i = 0; i < 3 * count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s", numbers[i / 3], suffixes[i % 3]);
        all = all && is_libc(name);
    }
    return all;
}

bool quiet_holds(void)
{
    static const char *const in_libc[] = {"copysign", "frexp", "ldexp", "modf", "scalbn"};
    bool all = !secure_getenv("TRIPTYCH_LOOPS_LIBS");
    for (size_t i = 0; i < sizeof format_quiet_strings / sizeof format_quiet_strings[0]; i++)
        all = all && is_libc(format_quiet_strings[i]);
    all = all && numbers_are(in_libc, sizeof in_libc / sizeof in_libc[0]);
    return all &&
           (!dlsym(RTLD_DEFAULT, "fmax") || /* a search for each name that fails takes long */
            numbers_are(format_quiet_numbers,
                        sizeof format_quiet_numbers / sizeof format_quiet_numbers[0]));
}
