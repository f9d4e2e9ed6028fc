/* loops_watch.c: see loops_watch.h */
#include "cmd/loops_watch.h"

#include "archive/symbols/addresses.h"
#include "loops/flow/outline.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_LISTED = 12, MOST_WATCHED = 16 };

/* A loop of the binary, as the user may name it. */
struct loop {
    char *function;
    char *file;
    uint32_t number, line;
    uint64_t head;
};

struct loops {
    struct loop *all;
    size_t count, room;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Lists the loops of a function. */
static void list_function(struct loops *loops, struct addresses *addresses,
                          const struct loops_binary *binary, const struct loops_outline *outline,
                          const struct loops_outline_function *function)
{
    const char *symbol = function->function->name ? function->function->name : "";
    struct archive_address start = archive_addresses_find(
        addresses, binary->path, function->function->start, ADDRESS_OF_ITSELF, UINT64_MAX);
    const char *name = archive_addresses_function(addresses, start.function, symbol);
    for (uint32_t i = 0; i < function->loop_count; i++) {
        const struct loops_outline_loop *loop = &outline->loops[function->first_loop + i];
        const struct archive_address_loop where = {loop->address, &outline->back[loop->first_back],
                                                   loop->back_count, loop->tested};
        struct archive_address address =
            archive_addresses_find_loop(addresses, binary->path, &where, UINT64_MAX);
        loops->all = memory_grow(loops->all, &loops->room, loops->count + 1, sizeof *loops->all);
        loops->all[loops->count++] = (struct loop){
            .function = memory_string(name),
            .file = memory_string(address.file),
            .number = i + 1,
            .line = address.line,
            .head = function->why ? 0 : loop->address,
        };
    }
}

/* True if a path ends with the words of a file's name. */
static bool is_file(const char *path, const char *name, size_t size)
{
    size_t all = strlen(path);
    return size && all >= size && !strncmp(path + all - size, name, size) &&
           (all == size || path[all - size - 1] == '/');
}

/* True if the user means a loop: "FUNCTION", "FUNCTION:NUMBER" or "FILE:LINE". */
static bool is_meant(const struct loop *loop, const char *wanted)
{
    const char *colon = strrchr(wanted, ':');
    char *end = NULL;
    if (!strcmp(loop->function, wanted))
        return true;
    if (!colon || colon == wanted || colon[-1] == ':')
        return false;
    errno = 0;
    unsigned long number = strtoul(colon + 1, &end, 10);
    size_t size = (size_t)(colon - wanted);
    if (errno || end == colon + 1 || *end || !number)
        return false;
    return (strlen(loop->function) == size && !strncmp(loop->function, wanted, size) &&
            loop->number == number) ||
           (loop->line == number && is_file(loop->file, wanted, size));
}

/* True if the user named the function or the file of a loop, whatever number. */
static bool is_near(const struct loop *loop, const char *wanted)
{
    const char *colon = strrchr(wanted, ':');
    size_t size = colon ? (size_t)(colon - wanted) : strlen(wanted);
    return (strlen(loop->function) == size && !strncmp(loop->function, wanted, size)) ||
           is_file(loop->file, wanted, size);
}

/* Adds loops that the user may name: those of the same function or file, or all. */
static void suggest(const struct loops *loops, const char *wanted, struct buffer *to)
{
    size_t near = 0, listed = 0, more = 0;
    for (size_t i = 0; i < loops->count; i++)
        near += is_near(&loops->all[i], wanted);
    for (size_t i = 0; i < loops->count; i++) {
        const struct loop *loop = &loops->all[i];
        if ((near && !is_near(loop, wanted)) || !loop->head)
            continue;
        if (listed == MOST_LISTED) {
            more++;
            continue;
        }
        buffer_printf(to, "%s%s:%" PRIu32, listed++ ? ", " : "", loop->function, loop->number);
        if (loop->line)
            buffer_printf(to, " (%s:%" PRIu32 ")", base_name(loop->file), loop->line);
    }
    if (more)
        buffer_printf(to, " and %zu more", more);
}

/* Refuses the name of a loop. */
static bool refuse(const struct loops *loops, const char *path, const char *wanted,
                   const char *what, struct error *error)
{
    struct buffer names = {0};
    suggest(loops, wanted, &names);
    if (names.used)
        error_set(error, "%s %s '%s'; its loops: %s", path, what, wanted, names.text);
    else
        error_set(error, "%s has no loops that can be watched", path);
    buffer_free(&names);
    return false;
}

/* Adds the heads of the loops that are meant to the text for the tool. False with an error if none
 * is, or if they are several of a function. */
static bool choose(const struct loops *loops, const char *path, const char *wanted,
                   struct buffer *to, struct error *error)
{
    size_t found = 0, uncounted = 0, named = 0;
    for (size_t i = 0; i < loops->count; i++) {
        const struct loop *loop = &loops->all[i];
        if (!is_meant(loop, wanted))
            continue;
        named += !strcmp(loop->function, wanted);
        uncounted += !loop->head;
        if (loop->head && found < MOST_WATCHED)
            buffer_printf(to, "%s%" PRIx64, found++ ? "," : "", loop->head);
    }
    if (named > 1)
        return refuse(loops, path, wanted, "has several loops in", error);
    if (uncounted && !found)
        return error_set(error,
                         "%s: the loops of '%s' cannot be counted: `triptych loops --static %s` "
                         "says why",
                         path, wanted, path);
    return found || refuse(loops, path, wanted, "has no loop", error);
}

bool cmd_loops_watch(const char *path, const char *wanted, struct error *error)
{
    struct loops_outline outline;
    struct loops loops = {0};
    struct buffer text = {0};
    struct stat status;
    struct loops_binary *binary = loops_binary_open(path, error);
    if (!binary)
        return false;
    if (stat(path, &status)) {
        loops_binary_close(binary);
        return error_errno(error, "%s cannot be read", path);
    }
    struct addresses *addresses = archive_addresses_new();
    loops_outline_begin(&outline, binary);
    for (size_t i = 0; i < outline.function_count; i++)
        list_function(&loops, addresses, binary, &outline, &outline.functions[i]);
    buffer_printf(&text, "%" PRIx64 ":%" PRIx64 ":", (uint64_t)status.st_dev,
                  (uint64_t)status.st_ino);
    bool good = choose(&loops, path, wanted, &text, error);
    if (good)
        setenv("TRIPTYCH_LOOPS_DEPENDENCES", text.text, 1);
    for (size_t i = 0; i < loops.count; i++) {
        free(loops.all[i].function);
        free(loops.all[i].file);
    }
    free(loops.all);
    buffer_free(&text);
    loops_outline_end(&outline);
    archive_addresses_free(addresses);
    loops_binary_close(binary);
    return good;
}
