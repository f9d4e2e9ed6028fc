/* history.c: see history.h. If anything fails, the shell continues without a history. */
#include "cmd/query/history.h"

#include "query/parse/lexer.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT = 1000, MOST = 2000 }; /* lines: a history of more than MOST is cut to KEPT */

char *history_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        return memory_printf("%s/triptych/query_history", state);
    return home && *home ? memory_printf("%s/.local/state/triptych/query_history", home) : NULL;
}

static void make_folders(const char *path)
{
    char *folder = memory_string(path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)mkdir(folder, 0700);
        *slash = '/';
    }
    free(folder);
}

/* Writes the last lines to another file, which then replaces the history. */
static void shorten(const char *path, char **lines, size_t count)
{
    char *other = memory_printf("%s.%d", path, (int)getpid());
    int fd = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    assert(count >= KEPT);
    for (size_t i = count - KEPT; out && i < count; i++)
        fprintf(out, "%s\n", lines[i]);
    if (fd >= 0 && (!out || fclose(out) || rename(other, path)))
        (void)unlink(other);
    free(other);
}

void history_load(const char *path, void (*take)(void *to, const char *line), void *to)
{
    FILE *in = path ? fopen(path, "r") : NULL;
    char *line = NULL, **lines = NULL;
    size_t size = 0, count = 0, room = 0;
    if (!in)
        return;
    while (getline(&line, &size, in) > 0) {
        line[strcspn(line, "\n")] = 0;
        lines = memory_grow(lines, &room, count + 1, sizeof *lines);
        lines[count++] = memory_string(line);
    }
    fclose(in);
    free(line);
    if (count > MOST)
        shorten(path, lines, count);
    for (size_t i = 0; i < count; i++) {
        if (lines[i][0] && count - i <= KEPT)
            take(to, lines[i]);
        free(lines[i]);
    }
    free(lines);
}

void history_append(const char *path, const char *line)
{
    if (!path)
        return;
    make_folders(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    char *whole = memory_printf("%s\n", line);
    if (write(fd, whole, strlen(whole)) < 0) /* a full disk costs the history, but nothing else */
        (void)0;
    free(whole);
    close(fd);
}

char *history_line(const char *text)
{
    struct buffer line = {0};
    struct query_lexer lexer = {.text = text};
    struct diagnostic trouble = {0};
    size_t end = 0;
    while (query_lexer_next(&lexer, &trouble) && lexer.lexeme.token != TOKEN_END) {
        size_t gap = lexer.lexeme.at - end;
        bool plain = strcspn(text + end, "\n/#") >= gap;
        if (line.used && gap)
            buffer_add_bytes(&line, plain ? text + end : " ", plain ? gap : 1);
        buffer_add_bytes(&line, text + lexer.lexeme.at, lexer.lexeme.end - lexer.lexeme.at);
        end = lexer.lexeme.end;
    }
    if (trouble.what[0]) { /* an incorrect query stays as it is, to be corrected */
        buffer_add(&line, line.used ? " " : "");
        buffer_add(&line, text + end);
    }
    char *made = buffer_take(&line);
    for (char *at = made; *at; at++)
        *at = (unsigned char)*at < ' ' ? ' ' : *at;
    return made;
}
