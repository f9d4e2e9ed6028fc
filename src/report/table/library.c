/* library.c: see library.h */
#include "report/table/library.h"

#include "cube/region_words.h"
#include "util/memory.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHORT = 4 }; /* letters of a name that is an abbreviation */

/* What names functions of MPI, and how it is said of a library. */
static const struct phrase {
    const char *mpi, *said;
} phrases[] = {
    {"MPI_Init and MPI_Finalize", "the start and the end of "},
    {"MPI_Finalize", "the end of "},
};

static bool calls_mpi(const struct archive *archive)
{
    for (uint32_t region = 0; region < archive->regions.rows; region++) {
        if (archive->regions.kind[region] == TRI_KIND_COMM &&
            !strncasecmp(cube_region_name(archive, region), "mpi_", 4))
            return true;
    }
    return false;
}

static void add_name(struct buffer *to, const char *name, bool is_last)
{
    if (to->used)
        buffer_add(to, is_last ? " and " : ", ");
    bool is_short = strlen(name) <= SHORT;
    for (; *name; name++) {
        char letter = is_short ? (char)toupper((unsigned char)*name) : *name;
        buffer_add_bytes(to, &letter, 1);
    }
}

char *report_library_of(const struct archive *archive)
{
    json_t *options = json_loads(archive->run.options, 0, NULL);
    const json_t *names = json_object_get(options, "vocabularies");
    struct buffer text = {0};
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name && *name)
            add_name(&text, name, i + 1 == json_array_size(names));
    }
    json_decref(options);
    if (text.used && !calls_mpi(archive))
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

/* True if the letters at `at` are a word, and no part of a name or of a path. */
static bool is_word(const char *text, const char *at)
{
    bool begins = at == text || strchr(" (\"'", at[-1]);
    return begins && (!at[3] || strchr(" ,.:;)\"'\n", at[3]));
}

/* Returns the end of a parenthesis that begins with a function of MPI, " (MPI_Isend, compute,
 * MPI_Wait)"; NULL if the letters at `at` are not in one. */
static const char *aside_end(const char *text, const char *at)
{
    bool begins = at - text >= 2 && at[-2] == ' ' && at[-1] == '(' && at[3] == '_';
    const char *close = begins ? strchr(at, ')') : NULL;
    return close ? close + 1 : NULL;
}

static const struct phrase *find_phrase(const char *at)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (!strncmp(at, phrases[i].mpi, strlen(phrases[i].mpi)))
            return &phrases[i];
    }
    return NULL;
}

char *report_library_words(const char *library, const char *text)
{
    struct buffer to = {0};
    const char *rest = text, *at = text, *end;
    const struct phrase *phrase;
    while (library && (at = strstr(at, "MPI"))) {
        if ((end = aside_end(text, at))) {
            buffer_add_bytes(&to, rest, (size_t)(at - 2 - rest));
        } else if ((phrase = find_phrase(at))) {
            buffer_add_bytes(&to, rest, (size_t)(at - rest));
            buffer_printf(&to, "%s%s", phrase->said, library);
            end = at + strlen(phrase->mpi);
        } else if (is_word(text, at)) {
            buffer_add_bytes(&to, rest, (size_t)(at - rest));
            buffer_add(&to, library);
            end = at + 3;
        } else {
            at += 3;
            continue;
        }
        rest = at = end;
    }
    buffer_add(&to, rest);
    return buffer_take(&to);
}

void report_library_cell(struct report_sheet *sheet, const char *library, const char *column,
                         const char *text)
{
    char *words = report_library_words(library, text);
    report_sheet_text(sheet, column, words);
    free(words);
}

struct report_sheet *report_library_sheet(const char *library, const struct report_sheet *sheet)
{
    struct report_sheet *made = memory_zeroed(1, sizeof *made);
    *made = *sheet;
    made->title = report_library_words(library, sheet->title);
    for (size_t i = 0; i < made->column_count; i++) {
        if (made->columns[i].heading)
            made->columns[i].heading = report_library_words(library, made->columns[i].heading);
    }
    for (size_t i = 0; i < made->meaning_count; i++) {
        made->meanings[i].heading = report_library_words(library, made->meanings[i].heading);
        made->meanings[i].text = report_library_words(library, made->meanings[i].text);
    }
    made->notes = (struct buffer){0};
    if (sheet->notes.used) {
        char *notes = report_library_words(library, sheet->notes.text);
        buffer_add(&made->notes, notes);
        free(notes);
    }
    return made;
}

void report_library_sheet_free(struct report_sheet *sheet)
{
    free((char *)sheet->title);
    for (size_t i = 0; i < sheet->column_count; i++)
        free((char *)sheet->columns[i].heading);
    for (size_t i = 0; i < sheet->meaning_count; i++) {
        free((char *)sheet->meanings[i].heading);
        free((char *)sheet->meanings[i].text);
    }
    buffer_free(&sheet->notes);
    free(sheet);
}
