/* data.c: finds which data the calls of MPI send and receive: the texts of their arguments in the
 * source, or else the names of the variables that the buffers are in. A call site has a line if the
 * program has debugging information. In an instrumented program without it, the routine around the
 * site is known: if all calls of that function in the routine have the same argument, it is that
 * one. */
#include "archive/raw/raw.h"

#include "archive/messages/mpi_calls.h"
#include "archive/raw/buffer_names.h"
#include "archive/symbols/call_text_kept.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

_Static_assert((int)MPI_BUFFERS_MOST == (int)CALL_TEXT_ARGUMENTS, "all buffers are read");

enum { MOST_TEXTS = 4 }; /* limit of different arguments that are listed */

struct finder {
    struct archive_raw_reader *reader;
    uint64_t newest;                         /* ns since 1970: start of the run */
    bool one_program;                        /* all ranks run the same program */
    struct interned *keys;                   /* a function in a file */
    const struct archive_call_texts **calls; /* by key */
    size_t room;
};

/* The lines in which a call may be. */
struct lines {
    uint32_t region; /* the file is that of this region */
    uint32_t first, last;
};

static const char *text_of(const struct finder *finder, uint32_t string)
{
    return interned_text(finder->reader->strings, string);
}

/* Returns the calls of a function in the file of a region. */
static const struct archive_call_texts *calls_of(struct finder *finder, uint32_t region,
                                                 uint32_t name)
{
    const struct archive_regions *regions = &finder->reader->archive->regions;
    uint32_t key[] = {regions->file[region], regions->dir[region], name};
    uint32_t before = interned_count(finder->keys);
    uint32_t number = interned_add(finder->keys, key, sizeof key);
    if (number != before)
        return finder->calls[number];
    finder->calls =
        memory_grow(finder->calls, &finder->room, (size_t)number + 1, sizeof *finder->calls);
    const char *file = text_of(finder, key[0]);
    char *path =
        *file == '/' ? memory_string(file) : memory_printf("%s/%s", text_of(finder, key[1]), file);
    finder->calls[number] = archive_call_text_kept(path, finder->newest, text_of(finder, name));
    free(path);
    return finder->calls[number];
}

/* Returns an argument without the keyword of Fortran in front of it, if that is the keyword of a
 * buffer. NULL if it is another one: then positions tell nothing. */
static const char *without_keyword(const char *argument)
{
    static const char *const words[] = {"buf",    "sendbuf",     "recvbuf",
                                        "buffer", "origin_addr", "result_addr"};
    size_t size = 0;
    while (argument[size] == '_' || isalpha((unsigned char)argument[size]))
        size++;
    size_t sign = size + strspn(argument + size, " ");
    if (!size || argument[sign] != '=' || argument[sign + 1] == '=')
        return argument;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == size && !strncasecmp(argument, words[i], size))
            return argument + sign + 1 + strspn(argument + sign + 1, " ");
    }
    return NULL;
}

/* Returns the text of a buffer; where the call works in place, that of the other one. "": not
 * known. */
static const char *buffer_text(const struct archive_call_text *call, int which, int other)
{
    const char *text = which >= 0 ? call->arguments[which] : NULL;
    if (text && archive_mpi_buffer(text) == MPI_BUFFER_IN_PLACE)
        text = other >= 0 ? call->arguments[other] : NULL;
    text = text ? without_keyword(text) : NULL;
    return text && archive_mpi_buffer(text) == MPI_BUFFER_DATA ? text : "";
}

/* True if a call may be the one on these lines. `exactly`: its own text is there; otherwise that of
 * the statement around it. */
static bool is_there(const struct archive_call_text *call, const struct lines *lines, bool exactly)
{
    uint32_t first = exactly || !call->statement ? call->first : call->statement;
    return first <= lines->last && call->last >= lines->first;
}

/* Returns the different texts of a buffer in these calls, joined by "or"; "" if one is not known,
 * or there are too many. The caller frees it. */
static char *joined(const struct archive_call_texts *calls, const struct lines *lines, bool exactly,
                    int which, int other)
{
    struct buffer text = {0};
    const char *seen[MOST_TEXTS];
    size_t count = 0;
    for (size_t i = 0; i < calls->count; i++) {
        if (!is_there(&calls->all[i], lines, exactly))
            continue;
        const char *one = buffer_text(&calls->all[i], which, other);
        size_t k = 0;
        while (k < count && strcmp(seen[k], one) != 0)
            k++;
        if (k < count)
            continue;
        if (!*one || count == MOST_TEXTS) {
            buffer_free(&text);
            break;
        }
        seen[count++] = one;
        buffer_printf(&text, "%s%s", text.used ? " or " : "", one);
    }
    return buffer_take(&text);
}

static bool has_call(const struct archive_call_texts *calls, const struct lines *lines)
{
    for (size_t i = 0; i < calls->count; i++) {
        if (is_there(&calls->all[i], lines, true))
            return true;
    }
    return false;
}

/* Finds the lines of a site. Without a line of its own, these are the lines of the only measured
 * routine that has the name of the routine around it, unless that may be one of another program. */
static bool find_lines(const struct finder *finder, uint32_t region, struct lines *lines)
{
    const struct archive_regions *all = &finder->reader->archive->regions;
    *lines = (struct lines){region, all->line[region], all->line[region]};
    if (lines->first)
        return true;
    uint32_t routine = all->routine[region];
    if (!routine || !finder->one_program)
        return false;
    lines->region = 0;
    for (uint32_t i = 1; i < all->rows; i++) {
        if (all->kind[i] != TRI_KIND_ROUTINE || all->name[i] != all->name[routine] ||
            !all->line[i] || all->end_line[i] < all->line[i])
            continue;
        if (lines->region)
            return false;
        *lines = (struct lines){i, all->line[i], all->end_line[i]};
    }
    return lines->region != 0;
}

static uint32_t keep(const struct finder *finder, char *text)
{
    uint32_t string = *text ? interned_add_text(finder->reader->strings, text) : 0;
    free(text);
    return string;
}

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* True if the text has the variable of a name as one of its words. */
static bool mentions(const char *text, const char *name)
{
    size_t size = 0;
    while (is_word(name[size]))
        size++;
    for (const char *at = text; *at; at++) {
        if ((at == text || !is_word(at[-1])) && !strncasecmp(at, name, size) && !is_word(at[size]))
            return true;
    }
    return false;
}

/* True if the text mentions the variables of all names, which are joined by "or". */
static bool mentions_all(const char *text, const char *names)
{
    while (names && mentions(text, names)) {
        names = strstr(names, " or ");
        names = names ? names + strlen(" or ") : NULL;
    }
    return !names;
}

/* Returns what is known of a buffer, from its text in the source and its variable: where the text
 * is only a routine's own name for the data, "row (grid)". Frees the text. */
static char *described(char *text, const char *names)
{
    char *result = !*text                                 ? memory_string(names)
                   : mentions_all(text, names) || !*names ? memory_string(text)
                                                          : memory_printf("%s (%s)", text, names);
    free(text);
    return result;
}

/* Finds the texts of a call site's data in the source; "" where they are not known. */
static void find_texts(struct finder *finder, uint32_t region,
                       const struct archive_mpi_buffers *buffers, char **sent, char **received)
{
    struct lines lines;
    if (find_lines(finder, region, &lines)) {
        const struct archive_call_texts *calls =
            calls_of(finder, lines.region, finder->reader->archive->regions.name[region]);
        bool exactly = has_call(calls, &lines);
        *sent = joined(calls, &lines, exactly, buffers->sent, buffers->received);
        *received = joined(calls, &lines, exactly, buffers->received, buffers->sent);
    } else {
        *sent = memory_string("");
        *received = memory_string("");
    }
}

static void find_of(struct finder *finder, uint32_t region)
{
    struct archive_regions *all = &finder->reader->archive->regions;
    struct archive_mpi_buffers buffers;
    char *sent, *received;
    if (all->kind[region] != TRI_KIND_COMM ||
        !archive_mpi_buffers_of(text_of(finder, all->name[region]), &buffers))
        return;
    find_texts(finder, region, &buffers, &sent, &received);
    unsigned second = buffers.sent >= 0 && buffers.received != buffers.sent;
    sent = described(sent, raw_buffer_names_of(finder->reader, region, 0));
    received = described(received, raw_buffer_names_of(finder->reader, region, second));
    all->data[region] = buffers.sent < 0 ? 0 : keep(finder, sent);
    all->received_data[region] = buffers.received < 0 ? 0 : keep(finder, received);
    if (buffers.sent < 0)
        free(sent);
    if (buffers.received < 0)
        free(received);
}

void archive_raw_find_data(struct archive_raw_reader *reader)
{
    struct finder finder = {.reader = reader, .newest = UINT64_MAX, .one_program = true};
    const char *program = NULL;
    finder.keys = interned_new();
    for (size_t i = 0; i < reader->place_count; i++) {
        uint64_t start = reader->places[i].record.start.real;
        finder.newest = start < finder.newest ? start : finder.newest;
        const struct format_place *record = &reader->places[i].record;
        if (record->ranks && program)
            finder.one_program &= !strncmp(program, record->program, sizeof record->program);
        if (record->ranks)
            program = record->program;
    }
    for (uint32_t i = 1; i < reader->archive->regions.rows; i++)
        find_of(&finder, i);
    free(finder.calls);
    interned_free(finder.keys);
}
