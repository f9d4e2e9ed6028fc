/* asked.c: see asked.h */
#include "instrument/c/asked.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A pass over the file and its headers. The first looks for questions, the second takes names. */
struct search {
    const struct unit *unit;
    struct instrument_result *done;
    bool found; /* there is a question */
    bool takes; /* second pass */
};

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Adds a name, unless it is there already. */
static void take(struct instrument_result *done, const char *name, size_t length)
{
    for (size_t i = 0; i < done->asked_count; i++) {
        if (!strncmp(done->asked[i], name, length) && !done->asked[i][length])
            return;
    }
    done->asked =
        memory_grow(done->asked, &done->asked_room, done->asked_count + 1, sizeof *done->asked);
    done->asked[done->asked_count++] = memory_printf("%.*s", (int)length, name);
}

/* Takes the names that stand alone in brackets, whatever is before them: a macro of the program may
 * expand to the question. */
static void look_at_condition(struct instrument_result *done, const char *at, const char *end)
{
    while ((at = memchr(at, '(', (size_t)(end - at)))) {
        const char *name = skip_blanks(at + 1, end), *behind = name;
        while (behind < end && is_of_word(*behind))
            behind++;
        const char *closing = skip_blanks(behind, end);
        if (behind > name && !isdigit((unsigned char)*name) && closing < end && *closing == ')')
            take(done, name, (size_t)(behind - name));
        at++;
    }
}

/* Returns the end of the line, together with those that a backslash joins to it. */
static const char *line_end(const char *at, const char *end)
{
    const char *found;
    while ((found = memchr(at, '\n', (size_t)(end - at)))) {
        if (found == at || found[-1] != '\\')
            return found + 1;
        at = found + 1;
    }
    return end;
}

static void look_at_text(struct search *search, const char *text, size_t size)
{
    const char *end = text + size;
    if (!search->takes) {
        search->found = search->found || memmem(text, size, "_has_", 5);
        return;
    }
    for (const char *at = text; at < end;) {
        const char *next = line_end(at, end);
        at = skip_blanks(at, next);
        if (at < next && *at == '#') {
            at = skip_blanks(at + 1, next);
            if ((next - at > 2 && !memcmp(at, "if", 2)) ||
                (next - at > 4 && !memcmp(at, "elif", 4)))
                look_at_condition(search->done, at, next);
        }
        at = next;
    }
}

static void look_at_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    struct search *search = data;
    CXTranslationUnit tu = search->unit->tu;
    size_t size;
    const char *text = depth > 0 ? clang_getFileContents(tu, file, &size) : NULL;
    if (text && !clang_Location_isInSystemHeader(clang_getLocationForOffset(tu, file, 0)))
        look_at_text(search, text, size);
}

void asked_find(const struct unit *unit, struct instrument_result *done)
{
    struct search search = {.unit = unit, .done = done};
    for (int pass = 0; pass < 2; pass++) {
        look_at_text(&search, unit->text, unit->size);
        clang_getInclusions(unit->tu, look_at_header, &search);
        if (!search.found)
            return;
        search.takes = true;
    }
}
