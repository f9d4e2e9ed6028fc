/* headers.c: see headers.h */
#include "analysis/divide/headers.h"

#include "archive/write/sources.h"
#include "util/buffer.h"
#include "util/interned.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEADERS = 64, MOST_BYTES = 4 << 20 };

struct search {
    const struct archive *archive;
    struct interned *seen; /* paths */
    struct buffer texts;
};

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Finds the next name that is included in quotes, from *at on. False: there are no more. */
static bool next_include(const char **at, const char *end, const char **name, size_t *size)
{
    static const char word[] = "include";
    while (*at < end) {
        const char *hash = memchr(*at, '#', (size_t)(end - *at));
        const char *from = hash ? skip_blanks(hash + 1, end) : end;
        *at = hash ? hash + 1 : end;
        if ((size_t)(end - from) < sizeof word || memcmp(from, word, sizeof word - 1) != 0)
            continue;
        from = skip_blanks(from + sizeof word - 1, end);
        const char *close =
            from < end && *from == '"' ? memchr(from + 1, '"', (size_t)(end - from - 1)) : NULL;
        if (!close || memchr(from, '\n', (size_t)(close - from)))
            continue;
        *name = from + 1;
        *size = (size_t)(close - from - 1);
        *at = close;
        return true;
    }
    return false;
}

/* Adds the headers that a text includes; `path` is its file. */
static void add_headers(struct search *search, const char *path, const char *text, size_t size)
{
    const char *at = text, *name, *slash = strrchr(path, '/');
    size_t length, found;
    while (next_include(&at, text + size, &name, &length)) {
        char other[PATH_MAX];
        const int folder = slash && name[0] != '/' ? (int)(slash - path) + 1 : 0;
        const int wanted =
            snprintf(other, sizeof other, "%.*s%.*s", folder, path, (int)length, name);
        const uint32_t count = interned_count(search->seen);
        if (wanted < 0 || (size_t)wanted >= sizeof other || count >= MOST_HEADERS ||
            search->texts.used > MOST_BYTES || interned_add_text(search->seen, other) < count)
            continue;
        char *header = archive_sources_copied(search->archive, other, &found);
        if (!header)
            header = archive_sources_now(search->archive, other, &found);
        if (!header)
            continue;
        buffer_add_bytes(&search->texts, header, found);
        buffer_add(&search->texts, "\n");
        add_headers(search, other, header, found);
        free(header);
    }
}

char *divide_headers(const struct archive *archive, uint32_t region, const char *text, size_t size)
{
    struct search search = {.archive = archive, .seen = interned_new()};
    char path[PATH_MAX];
    if (archive_sources_path(archive, region, path, sizeof path))
        add_headers(&search, path, text, size);
    interned_free(search.seen);
    return buffer_take(&search.texts);
}
