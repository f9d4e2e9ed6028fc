/* libraries.c: see libraries.h */
#include "measure/loops/libraries.h"

#include "measure/core.h"
#include "measure/folder.h"
#include "measure/loops/load.h"
#include "measure/loops/modules.h"
#include "measure/loops/watch.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATTERN = 256, FAILED = 256 };

static const char *patterns; /* comma-separated */
static uint64_t
    failed[FAILED]; /* addresses of libraries that cannot be counted, so that it is reported once */
static uint32_t failed_count;

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns a bit for each pattern that the name matches; patterns beyond the last bit share it. */
static uint64_t asked_for(const char *name)
{
    uint64_t fits = 0, bit = 1;
    for (const char *from = patterns; *from;) {
        char pattern[PATTERN];
        size_t size = strcspn(from, ",");
        if (size && size < sizeof pattern) {
            memcpy(pattern, from, size);
            pattern[size] = '\0';
            if (fnmatch(pattern, name, 0) == 0)
                fits |= bit;
        }
        bit = bit << 1 ? bit << 1 : bit;
        from += size + (from[size] == ',');
    }
    return fits;
}

/* Notes in the archive which patterns matched, so that the user can be told about those that did
 * not. */
static void note(uint64_t fits)
{
    static uint64_t noted;
    for (unsigned i = 0; i < FORMAT_LOOPS_PATTERNS; i++) {
        char path[64];
        if (!((fits & ~noted) >> i & 1))
            continue;
        snprintf(path, sizeof path, FORMAT_LOOPS_FOLDER "/" FORMAT_LOOPS_FITS, i);
        int file = measure_folder_open_file(tri_core.place_archive(), path, O_WRONLY | O_CREAT);
        if (file >= 0)
            close(file);
    }
    noted |= fits;
}

/* True for libraries that slow paths use: these cannot have slow paths themselves. */
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
    tri_core.place_say(0, why, "its loops are not counted, the program continues");
}

static void see(const char *path, uint64_t moved)
{
    static char why[LOAD_WHY];
    const char *name = name_of(path);
    uint64_t fits = asked_for(name);
    if (!fits)
        return;
    if (is_beneath(name)) {
        snprintf(why, sizeof why, "%s is used by Triptych itself and cannot be counted", path);
        fail(moved, why);
    } else if (!load_module(path, moved, why)) {
        fail(moved, why);
    }
    note(fits); /* the folder exists by now */
}

static bool is_there(const struct module *module)
{
    return watch_finds(module->moved);
}

static void look(void)
{
    if (!tri_core.place_is_measuring())
        return;
    tri_core.be_busy(true);
    modules_each_gone(is_there, load_gone);
    watch_each(see);
    tri_core.be_busy(false);
}

bool libraries_begin(void)
{
    patterns = secure_getenv("TRIPTYCH_LOOPS_LIBS");
    if (!patterns || !*patterns)
        return false;
    look();
    if (!watch_begin(look))
        tri_core.place_say(0, "this dynamic loader is unknown",
                           "libraries that are loaded later (dlopen) are not counted");
    return true;
}
