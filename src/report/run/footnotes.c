/* footnotes.c: see footnotes.h */
#include "report/run/footnotes.h"

#include "cube/missing.h"
#include "format/event.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 6 }; /* regions that are named for one reason */

/* The regions that have a note, each once, sorted by note. */
struct noted {
    uint32_t *regions;
    size_t count, room;
};

static int by_note(const void *left, const void *right, void *context)
{
    const struct report_view *view = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const uint32_t *note = view->archive->regions.note;
    int order = note[a] == note[b]
                    ? 0
                    : strcmp(report_view_text(view, note[a]), report_view_text(view, note[b]));
    return order ? order : a < b ? -1 : a > b;
}

static struct noted find(const struct report_view *view, const struct report_view_items *items)
{
    struct noted noted = {0};
    size_t kept = 0;
    for (size_t i = 0; i < items->count; i++) {
        uint32_t region = items->items[i].region;
        if (!*report_view_text(view, view->archive->regions.note[region]))
            continue;
        noted.regions = memory_grow(noted.regions, &noted.room, noted.count + 1, sizeof region);
        noted.regions[noted.count++] = region;
    }
    if (noted.count)
        qsort_r(noted.regions, noted.count, sizeof *noted.regions, by_note, (void *)view);
    for (size_t i = 0; i < noted.count; i++) {
        if (!i || noted.regions[i] != noted.regions[i - 1])
            noted.regions[kept++] = noted.regions[i];
    }
    noted.count = kept;
    return noted;
}

static const char *note_of(const struct report_view *view, const struct noted *noted, size_t i)
{
    return report_view_text(view, view->archive->regions.note[noted->regions[i]]);
}

/* Returns the note without a beginning that repeats the sentence it becomes part of. */
static const char *without_start(const char *note)
{
    static const char *const starts[] = {"bytes not counted: ", "trips not counted: "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (!strncmp(note, starts[i], strlen(starts[i])))
            return note + strlen(starts[i]);
    }
    return note;
}

static void add_names(const struct report_view *view, const struct noted *noted, size_t first,
                      size_t end, struct buffer *to)
{
    size_t shown = end - first > NAMED + 1 ? first + NAMED : end;
    for (size_t i = first; i < shown; i++) {
        buffer_add(to, i == first ? ", in " : "; ");
        report_view_describe(view, noted->regions[i], to);
    }
    if (shown < end)
        buffer_printf(to, "; and %zu more", end - shown);
}

void report_footnotes_note(const struct report_view *view, struct report_sheet *sheet,
                           const struct report_view_items *items, const char *what)
{
    struct noted noted = find(view, items);
    size_t end;
    for (size_t first = 0; first < noted.count; first = end) {
        const char *note = note_of(view, &noted, first);
        for (end = first + 1; end < noted.count && !strcmp(note_of(view, &noted, end), note); end++)
            ;
        struct buffer line = {0};
        buffer_printf(&line, "%s%s%s", what ? what : "", what ? ": " : "", without_start(note));
        if (!what || first || end < noted.count)
            add_names(view, &noted, first, end, &line);
        report_sheet_note(sheet, "%s.", line.text);
        buffer_free(&line);
    }
    free(noted.regions);
}

void report_missing_note(const struct archive *archive, struct report_sheet *sheet)
{
    struct buffer text = {0};
    if (cube_missing_write_of(&text, archive, FORMAT_EVENTS_COMM))
        report_sheet_note(sheet, "%s; they are missing in this table.", text.text);
    buffer_free(&text);
}
