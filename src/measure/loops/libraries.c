/* libraries.c: see libraries.h */
#include "measure/loops/libraries.h"

#include "measure/loops/load.h"
#include "measure/loops/modules.h"
#include "measure/loops/watch.h"
#include "measure/place.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 256, FAILED = 256 };

static const char *patterns;    /* separated by commas */
static uint64_t failed[FAILED]; /* where those are that cannot be counted: it is said once */
static uint32_t failed_count;

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_asked_for(const char *name)
{
    for (const char *from = patterns; *from;) {
        char pattern[PATTERN];
        size_t size = strcspn(from, ",");
        if (size && size < sizeof pattern) {
            memcpy(pattern, from, size);
            pattern[size] = '\0';
            if (fnmatch(pattern, name, 0) == 0)
                return true;
        }
        from += size + (from[size] == ',');
    }
    return false;
}

/* What a slow path calls cannot have slow paths itself. */
static bool is_beneath(const char *name)
{
    static const char *const names[] = {"libc.so",   "libc-",      "ld-",
                                        "libgcc_s.", "libpthread", "libtriptych-loops."};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    }
    return false;
}

static void fail(uint64_t moved, const char *why)
{
    for (uint32_t i = 0; i < failed_count; i++) {
        if (failed[i] == moved)
            return;
    }
    if (failed_count < FAILED)
        failed[failed_count++] = moved;
    place_say(0, why, "its loops are not counted, the program goes on");
}

static void see(const char *path, uint64_t moved)
{
    static char why[LOAD_WHY];
    const char *name = name_of(path);
    if (!is_asked_for(name))
        return;
    if (is_beneath(name)) {
        snprintf(why, sizeof why, "%s is what Triptych itself runs on", path);
        fail(moved, why);
    } else if (!load_module(path, moved, why)) {
        fail(moved, why);
    }
}

static bool is_there(const struct module *module)
{
    return watch_finds(module->moved);
}

static void look(void)
{
    if (!place_is_measuring())
        return;
    modules_each_gone(is_there, load_gone);
    watch_each(see);
}

bool libraries_begin(void)
{
    patterns = secure_getenv("TRIPTYCH_LOOPS_LIBS");
    if (!patterns || !*patterns)
        return false;
    look();
    if (!watch_begin(look))
        place_say(0, "this loader of programs is not known",
                  "libraries that are loaded later (dlopen) are not counted");
    return true;
}
