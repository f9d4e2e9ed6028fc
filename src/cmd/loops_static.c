/* loops_static.c: see loops_static.h */
#include "cmd/loops_static.h"

#include "archive/symbols/addresses.h"
#include "loops/flow/outline.h"
#include "report/run/outline.h"
#include "util/memory.h"

#include <elf.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct showing {
    const struct loops_binary *binary;
    const struct loops_outline *outline;
    struct addresses *addresses;
    struct report_outline_shown *functions;
    size_t count;
    struct report_outline_shown_loop *loops;
    size_t loop_count;
    char **texts; /* texts that live as long as the output */
    size_t text_count, text_room;
    char here[PATH_MAX];
};

static const char *keep(struct showing *showing, char *text)
{
    showing->texts = memory_grow(showing->texts, &showing->text_room, showing->text_count + 1,
                                 sizeof *showing->texts);
    return showing->texts[showing->text_count++] = text;
}

/* Returns a file's path as a user would type it in the current folder. */
static const char *keep_file(struct showing *showing, const char *file)
{
    size_t size = strlen(showing->here);
    bool below = size > 1 && !strncmp(file, showing->here, size) && file[size] == '/';
    return keep(showing, memory_string(below ? file + size + 1 : file));
}

static const char *machine_of(const struct loops_binary *binary)
{
    return binary->architecture->machine == EM_AARCH64 ? "aarch64" : "x86-64";
}

static const char *name_of(struct showing *showing, const struct loops_binary_function *function,
                           const char *declared)
{
    const char *symbol = function->name ? function->name : "";
    const char *known = archive_addresses_function(showing->addresses, declared, symbol);
    return keep(showing,
                *known ? memory_string(known) : memory_printf("0x%" PRIx64, function->start));
}

/* True if a pattern matches a function by its name in the source or by its symbol. */
static bool is_wanted(const char *pattern, const char *name, const char *symbol)
{
    return !pattern || !fnmatch(pattern, name, 0) || (symbol && !fnmatch(pattern, symbol, 0));
}

/* Describes the loads and stores of a trip: "2 l 1 s unit, 1 l by 800, 1 l indirect". */
static const char *keep_strides(struct showing *showing, const struct loops_strides *strides)
{
    static const char *const words[STRIDES] = {
        [STRIDE_UNIT] = "unit",         [STRIDE_CONSTANT] = "constant", [STRIDE_FIXED] = "fixed",
        [STRIDE_INDIRECT] = "indirect", [STRIDE_UNKNOWN] = "not known", [STRIDE_OTHER] = "other"};
    struct buffer text = {0};
    for (int i = 0; strides->is_known && i < STRIDES; i++) {
        if (!strides->loads[i] && !strides->stores[i])
            continue;
        buffer_add(&text, text.used ? ", " : "");
        if (strides->loads[i])
            buffer_printf(&text, "%u l ", strides->loads[i]);
        if (strides->stores[i])
            buffer_printf(&text, "%u s ", strides->stores[i]);
        if (i == STRIDE_CONSTANT && strides->distance)
            buffer_printf(&text, "by %" PRId64, strides->distance);
        else
            buffer_add(&text, words[i]);
    }
    const char *kept = keep(showing, memory_string(text.text ? text.text : ""));
    buffer_free(&text);
    return kept;
}

static struct report_loop_origin keep_origin(struct showing *showing,
                                             const struct archive_address *address)
{
    return (struct report_loop_origin){
        .inlined = keep(showing, memory_string(address->inlined)),
        .called = keep(showing, memory_string(address->called)),
        .from_file = keep_file(showing, address->from_file),
        .from_line = address->from_line,
    };
}

static void show_loop(struct showing *showing, const struct loops_outline_loop *loop,
                      uint32_t number)
{
    const struct archive_address_loop where = {
        loop->address, &showing->outline->back[loop->first_back], loop->back_count, loop->tested};
    struct archive_address address =
        archive_addresses_find_loop(showing->addresses, showing->binary->path, &where, UINT64_MAX);
    showing->loops[showing->loop_count++] =
        (struct report_outline_shown_loop){.address = loop->address,
                                           .number = number,
                                           .parent = loop->known.parent,
                                           .depth = loop->known.depth,
                                           .flags = loop->known.flags,
                                           .trips = loop->known.trips,
                                           .factor = loop->known.factor,
                                           .blocks = loop->blocks,
                                           .instructions = loop->instructions,
                                           .line = address.line,
                                           .file = keep_file(showing, address.file),
                                           .origin = keep_origin(showing, &address),
                                           .strides = keep_strides(showing, &loop->strides)};
}

static void show_function(struct showing *showing, const struct loops_outline_function *function,
                          const char *pattern)
{
    const struct loops_binary_function *from = function->function;
    struct archive_address address = archive_addresses_find(
        showing->addresses, showing->binary->path, from->start, ADDRESS_OF_ITSELF, UINT64_MAX);
    const char *file = keep_file(showing, address.function_file);
    const char *name = name_of(showing, from, address.function);
    if (!is_wanted(pattern, name, from->name))
        return;
    struct report_outline_shown *to = &showing->functions[showing->count++];
    *to = (struct report_outline_shown){.address = from->start,
                                        .size = from->end - from->start,
                                        .name = name,
                                        .file = file,
                                        .line = address.function_line,
                                        .blocks = function->blocks,
                                        .instructions = function->instructions,
                                        .why = function->why ? function->why : "",
                                        .why_at = function->why_at,
                                        .loops = &showing->loops[showing->loop_count],
                                        .loop_count = function->loop_count};
    for (uint32_t i = 0; i < function->loop_count; i++)
        show_loop(showing, &showing->outline->loops[function->first_loop + i], i + 1);
}

/* Shows the functions that match. Returns false with an error if none does. */
static bool show_functions(struct showing *showing, const char *pattern, struct error *error)
{
    const struct loops_outline *outline = showing->outline;
    showing->functions = memory_zeroed(outline->function_count + 1, sizeof *showing->functions);
    showing->loops = memory_zeroed(outline->loop_count + 1, sizeof *showing->loops);
    for (size_t i = 0; i < outline->function_count; i++)
        show_function(showing, &outline->functions[i], pattern);
    if (!showing->count && pattern)
        return error_set(error, "%s has no function '%s'", showing->binary->path, pattern);
    return true;
}

bool cmd_loops_static(const char *path, const struct cmd_loops_options *options,
                      struct error *error)
{
    struct loops_outline outline;
    struct loops_binary *binary = loops_binary_open(path, error);
    if (!binary)
        return false;
    loops_outline_begin(&outline, binary);
    struct showing showing = {
        .binary = binary, .outline = &outline, .addresses = archive_addresses_new()};
    if (!getcwd(showing.here, sizeof showing.here))
        showing.here[0] = '\0';
    bool good = show_functions(&showing, options->function, error);
    if (good) {
        struct report_outline_binary shown = {.path = path,
                                              .machine = machine_of(binary),
                                              .moves = binary->moves,
                                              .is_static = binary->is_static,
                                              .functions = showing.functions,
                                              .count = showing.count,
                                              .filtered = outline.function_count - showing.count};
        good = report_outline_write(stdout, &shown, &options->show.report, options->all, error);
    }
    for (size_t i = 0; i < showing.text_count; i++)
        free(showing.texts[i]);
    free(showing.texts);
    free(showing.functions);
    free(showing.loops);
    archive_addresses_free(showing.addresses);
    loops_outline_end(&outline);
    loops_binary_close(binary);
    return good;
}
