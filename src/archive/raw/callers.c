/* callers.c: see callers.h */
#include "archive/raw/callers.h"

#include "archive/raw/call_sites.h"
#include "archive/symbols/addresses.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; /* limit of callers per site; a process writes fewer */

/* The callers of a site in the order of the note: the innermost first. */
struct callers {
    char *names[MOST];
    size_t count;
    bool is_cut;
    bool is_whole; /* main, or the main program, is among them; what calls it is not shown */
};

bool raw_tells_callers(const char *note)
{
    return *note == FORMAT_CALLERS;
}

static char *name_of(const struct archive_address *address, const char *module, uint64_t at)
{
    const char *slash = strrchr(address->file, '/'), *end = strrchr(module, '/');
    const char *file = slash ? slash + 1 : address->file;
    if (address->kind == ADDRESS_LINE && *address->routine)
        return memory_printf("%s (%s:%u)", address->routine, file, address->line);
    if (address->kind == ADDRESS_LINE)
        return memory_printf("%s:%u", file, address->line);
    if (address->kind == ADDRESS_ROUTINE)
        return memory_string(address->routine);
    return memory_printf("%s+0x%llx", end ? end + 1 : module, (unsigned long long)at);
}

static void add(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                struct callers *callers, const char *module, uint64_t at)
{
    char *path = raw_module_path(reader, module);
    struct archive_address address = archive_addresses_find(
        archive_raw_addresses(reader), path, at, ADDRESS_OF_RETURN, place->record.start.real);
    if (callers->count == MOST)
        callers->is_cut = true;
    else if (!callers->is_whole)
        callers->names[callers->count++] = name_of(&address, module, at);
    callers->is_whole |= address.is_main;
    free(path);
}

/* Returns the next line of a note, which is cut into lines; NULL at its end. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, FORMAT_CALLERS_NEXT) : NULL;
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

static void read_note(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                      char *note, const char *module, struct callers *callers)
{
    char *rest = note;
    next_line(&rest); /* FORMAT_CALLERS */
    for (const char *line = next_line(&rest); line; line = next_line(&rest)) {
        char *end;
        if (*line == FORMAT_AT) {
            uint64_t at = strtoull(line + 1, &end, 16);
            if (!*end && end > line + 1)
                add(reader, place, callers, module, at);
        } else if (*line == FORMAT_CALLERS_CUT && !line[1]) {
            callers->is_cut = true;
        } else {
            module = line;
        }
    }
}

static uint32_t join(struct archive_raw_reader *reader, struct callers *callers)
{
    struct buffer text = {0};
    if (callers->is_cut && !callers->is_whole)
        buffer_add(&text, "...");
    for (size_t i = callers->count; i > 0; i--) {
        buffer_add(&text, text.used ? " -> " : "");
        buffer_add(&text, callers->names[i - 1]);
        free(callers->names[i - 1]);
    }
    uint32_t string = interned_add(reader->strings, text.text ? text.text : "", text.used);
    buffer_free(&text);
    return string;
}

uint32_t raw_callers(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                     const char *note, const char *module)
{
    if (!reader->notes)
        reader->notes = interned_new();
    char *key = memory_printf("%s%c%s", module, FORMAT_CALLERS_NEXT, note);
    uint32_t before = interned_count(reader->notes), which = interned_add_text(reader->notes, key);
    reader->callers = memory_grow(reader->callers, &reader->callers_room, (size_t)which + 1,
                                  sizeof *reader->callers);
    if (which == before) {
        struct callers callers = {.count = 0};
        char *copy = memory_string(note);
        read_note(reader, place, copy, module, &callers);
        reader->callers[which] = join(reader, &callers);
        free(copy);
    }
    free(key);
    return reader->callers[which];
}

void raw_callers_free(struct archive_raw_reader *reader)
{
    if (reader->notes)
        interned_free(reader->notes);
    free(reader->callers);
}
