/* doors.c: see doors.h */
#include "measure/vocabulary/doors.h"

#include "format/doors.h"
#include "measure/loops/change.h"
#include "measure/place.h"
#include "measure/vocabulary/call.h"
#include "measure/vocabulary/doors_file.h"
#include "measure/vocabulary/lost.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined __aarch64__
enum { FUNCTION = FORMAT_DOORS_AARCH64_FUNCTION, HANDLER = FORMAT_DOORS_AARCH64_HANDLER };
#else
enum { FUNCTION = FORMAT_DOORS_X86_64_FUNCTION, HANDLER = FORMAT_DOORS_X86_64_HANDLER };
#endif

enum { SAID = 400 };

static const char not_measured[] = "their calls are not measured, the program continues";

/* Prints a line on stderr. The process may be no place yet. */
static void say(int error, const char *what, const char *consequence)
{
    char line[DOORS_WHY + SAID];
    int size =
        snprintf(line, sizeof line, "triptych: %s: %s%s%s; %s\n", program_invocation_short_name,
                 what, error ? ": " : "", error ? strerror(error) : "", consequence);
    if (write(STDERR_FILENO, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1) < 0)
        return; /* there is no reader */
}

static void put_address(char *at, const void *address)
{
    uint64_t value = (uint64_t)(uintptr_t)address;
    memcpy(at, &value, sizeof value);
}

static struct format_vocabulary_function *function_of(struct format_vocabulary_data *data,
                                                      const struct format_door *door)
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    return door->function < data->function_count ? &functions[door->function] : NULL;
}

/* Lets the stubs lead to the collector. */
static void fill_stubs(const struct doors_file *file, struct format_vocabulary_data *data,
                       char *code)
{
    for (uint32_t i = 0; i < file->header->doors; i++) {
        const struct format_door *door = &file->doors[i];
        if (door->stub != UINT32_MAX) {
            put_address(code + door->stub + FUNCTION, function_of(data, door));
            put_address(code + door->stub + HANDLER, (const void *)&measure_vocabulary_door);
        }
    }
}

/* Finds what the functions that a call asks may change. */
static uint8_t vectors_of(const struct format_vocabulary_function *function)
{
    const char *bytes = (const char *)function;
    const struct format_vocabulary_step *step = (const void *)(bytes + function->quick.to_after);
    uint8_t vectors = FORMAT_DOOR_NO_VECTORS;
    for (unsigned count = function->quick.steps; count; count--, step++) {
        const struct format_vocabulary_function *called = (const void *)(bytes + step->to_called);
        if (step->op == FORMAT_OP_CALL && called->vectors < vectors)
            vectors = called->vectors;
    }
    return vectors;
}

static void set_vectors(struct format_vocabulary_data *data)
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    for (uint32_t i = 0; i < data->function_count; i++) {
        if (functions[i].quick.way == FORMAT_QUICK_CALLS)
            functions[i].quick.vectors = vectors_of(&functions[i]);
    }
}

/* Lets expressions and the collector call what the functions were. */
static void set_real(const struct doors_file *file, struct format_vocabulary_data *data,
                     const char *code, uint64_t moved)
{
    for (uint32_t i = 0; i < file->header->doors; i++) {
        const struct format_door *door = &file->doors[i];
        struct format_vocabulary_function *function = function_of(data, door);
        bool is_patched = code && door->stub != UINT32_MAX;
        if (function && (is_patched || door->address)) {
            function->real =
                is_patched ? (uint64_t)(uintptr_t)code + door->real : door->address + moved;
            function->entry = door->address ? door->address + moved : 0;
            function->vectors = (uint8_t)door->vectors;
        }
    }
    set_vectors(data);
}

static void say_whys(const struct doors_file *file, struct format_vocabulary_data *data)
{
    for (uint32_t i = 0; i < file->header->doors; i++) {
        const struct format_door *door = &file->doors[i];
        struct format_vocabulary_function *function = function_of(data, door);
        char line[SAID];
        if (!function || !door->why)
            continue;
        snprintf(line, sizeof line, "%s cannot be patched: %s",
                 (const char *)format_vocabulary_at(data, function->symbol),
                 file->texts + door->why);
        say(0, line, "its calls are not measured, the program continues");
        snprintf(line, sizeof line, "cannot be patched: %s", file->texts + door->why);
        lost_add(data, function, line, door->address);
    }
}

/* Notes all functions that were to be patched, and are not. */
static void lose_all(const struct doors_file *file, struct format_vocabulary_data *data,
                     const char *why)
{
    for (uint32_t i = 0; i < file->header->doors; i++) {
        const struct format_door *door = &file->doors[i];
        struct format_vocabulary_function *function = function_of(data, door);
        if (function && door->stub != UINT32_MAX)
            lost_add(data, function, why, door->address);
    }
}

/* Notes all functions that no library has: the program may have them. */
static void lose_missing(struct format_vocabulary_data *data)
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    for (uint32_t i = 0; i < data->function_count; i++) {
        if (!functions[i].is_called && functions[i].act != FORMAT_DOES_JUMP &&
            !dlsym(RTLD_NEXT, format_vocabulary_at(data, functions[i].symbol)))
            lost_add(data, &functions[i], "the program could not be patched", 0);
    }
}

/* Says what is not known without the functions that are not measured. */
static void say_lost(struct format_vocabulary_data *data)
{
    char line[LOST_TEXT];
    lost_apply(data, line);
    if (*line)
        say(0, line, "the program continues");
    if (measure_place_page())
        measure_vocabulary_tell_lost();
}

/* Counts the described functions that no library has, and finds the first one. 0 if a library has
 * one of them, or the program has. */
static uint32_t count_missing(const struct doors_file *file, struct format_vocabulary_data *data,
                              const char **first)
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    uint32_t missing = 0;
    for (uint32_t i = 0; i < data->function_count && !file->header->doors; i++) {
        const char *symbol = format_vocabulary_at(data, functions[i].symbol);
        if (functions[i].is_called || functions[i].act == FORMAT_DOES_JUMP)
            continue;
        if (dlsym(RTLD_NEXT, symbol))
            return 0;
        *first = missing++ ? *first : symbol;
    }
    return missing;
}

/* True if the user has named this program, which is no tool that another one has started. */
static bool is_of_command(void)
{
    char path[PATH_MAX + 2] = ":";
    const char *programs = secure_getenv(FORMAT_DOORS_COMMAND);
    ssize_t size = readlink("/proc/self/exe", path + 1, PATH_MAX - 1);
    if (!programs || size <= 0)
        return false;
    memcpy(path + 1 + size, ":", 2);
    return strstr(programs, path);
}

static void say_stripped(const struct doors_file *file, struct format_vocabulary_data *data)
{
    const char *first = NULL;
    bool is_stripped = file->header->flags & FORMAT_DOORS_STRIPPED;
    uint32_t missing = is_stripped && is_of_command() ? count_missing(file, data, &first) : 0;
    char line[SAID], more[32] = "";
    if (!missing)
        return;
    if (missing > 1)
        snprintf(more, sizeof more, " and %u more", missing - 1);
    snprintf(line, sizeof line,
             "no library has the described function%s %s%s, and the program's own symbols were "
             "removed (strip)",
             missing > 1 ? "s" : "", first, more);
    say(0, line, not_measured);
}

static void patch(const struct doors_file *file, struct format_vocabulary_data *data,
                  uint64_t moved)
{
    const struct format_doors *header = file->header;
    const struct measure_change change = {
        .moved = moved,
        .low = header->low,
        .high = header->high,
        .code = file->code,
        .size = header->code,
        .moves = file->moves,
        .move_count = header->moves,
        .patches = file->patches,
        .patch_count = header->patches,
    };
    char *code = measure_change_place(&change);
    if (!code) {
        say(errno,
            errno ? "there is no room near the program's code"
                  : "the described functions are not where the program's file has them",
            not_measured);
        set_real(file, data, NULL, moved);
        lose_all(file, data, "the program's code could not be patched");
        return;
    }
    fill_stubs(file, data, code);
    set_real(file, data, code, moved); /* before they are called */
    if (measure_change_apply(&change, code))
        return;
    say(errno, "the program's code must not be changed", not_measured);
    set_real(file, data, NULL, moved);
    lose_all(file, data, "the program's code must not be changed");
}

static int first_module(struct dl_phdr_info *info, size_t size, void *moved)
{
    (void)size;
    *(uint64_t *)moved = info->dlpi_addr;
    return 1;
}

void measure_vocabulary_open_doors(const char *archive)
{
    static char why[DOORS_WHY];
    static struct doors_file file;
    const char *planner = secure_getenv(FORMAT_DOORS_VARIABLE);
    struct format_vocabulary_data *data =
        planner && archive ? dlsym(RTLD_DEFAULT, FORMAT_DOORS_DATA) : NULL;
    Dl_info library;
    uint64_t moved = 0;
    if (!data || data->magic != FORMAT_VOCABULARY_MAGIC ||
        data->version != FORMAT_VOCABULARY_VERSION || !dladdr(data, &library) || !library.dli_fname)
        return;
    int saved = errno;
    if (!doors_file_get(&file, archive, planner, library.dli_fname, why)) {
        say(0, why, "calls of its own functions are not measured");
        lose_missing(data);
        say_lost(data);
        errno = saved;
        return;
    }
    dl_iterate_phdr(first_module, &moved);
    if (file.header->patches)
        patch(&file, data, moved);
    else
        set_real(&file, data, NULL, moved);
    say_whys(&file, data);
    say_stripped(&file, data);
    say_lost(data);
    doors_file_close(&file);
    errno = saved;
}
