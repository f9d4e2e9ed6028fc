/* read.c: see read.h */
#include "script/ruby/read.h"

#include "script/graph/read.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The reader's process and the pipe from it. */
struct reader {
    pid_t pid;
    int from;
};

static pid_t spawn(const char *program, const char *file, char *const *arguments, int out)
{
    char *number = memory_printf("%d", out);
    size_t count = 0;
    while (arguments[count])
        count++;
    char **words = memory_zeroed(count + 4, sizeof *words);
    words[0] = (char *)program;
    words[1] = (char *)file;
    words[2] = number;
    memcpy(words + 3, arguments, count * sizeof *words);
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, out); /* keeps it open in the child */
    errno = posix_spawn(&pid, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(words);
    free(number);
    return pid;
}

static bool start(struct reader *reader, const char *program, const char *file,
                  char *const *arguments, struct error *error)
{
    int said[2];
    if (pipe2(said, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe");
    fcntl(said[0], F_SETPIPE_SZ, 1 << 20);
    reader->pid = spawn(program, file, arguments, said[1]);
    close(said[1]);
    reader->from = said[0];
    return reader->pid > 0 || error_errno(error, "cannot start %s", program);
}

/* Takes the complete lines of a text, and keeps the rest in it. */
static enum script_said take_lines(struct script_graph *graph, struct buffer *text,
                                   struct error *error)
{
    size_t at = 0;
    enum script_said said = SCRIPT_SAID_MORE;
    for (const char *end; said == SCRIPT_SAID_MORE && at < text->used &&
                          (end = memchr(text->text + at, '\n', text->used - at));
         at = (size_t)(end - text->text) + 1) {
        said = script_graph_read(graph, text->text + at, (size_t)(end - text->text) - at, error);
    }
    memmove(text->text, text->text + at, text->used - at);
    text->used -= at;
    return said;
}

static enum script_said read_lines(struct script_graph *graph, int from, struct error *error)
{
    struct buffer text = {0};
    char *block = memory_zeroed(1, 1 << 18);
    enum script_said said = SCRIPT_SAID_MORE;
    bool ended = false;
    while (said == SCRIPT_SAID_MORE && !ended) {
        ssize_t size = read(from, block, 1 << 18);
        if (size > 0) {
            buffer_add_bytes(&text, block, (size_t)size);
            said = take_lines(graph, &text, error);
        }
        ended = size == 0 || (size < 0 && errno != EINTR);
    }
    if (said == SCRIPT_SAID_MORE)
        said = SCRIPT_SAID_WRONG; /* without an error: the script ended itself with a message */
    free(block);
    buffer_free(&text);
    return said;
}

bool script_ruby_read(struct script_graph *graph, const char *program, const char *file,
                      char *const *arguments, struct error *error)
{
    struct reader reader = {-1, -1};
    graph->file = arena_text(&graph->arena, file, strlen(file));
    if (access(program, X_OK) != 0)
        return error_set(error,
                         "scripts need Ruby, and this triptych was built without it: install the "
                         "package ruby-dev and build again (%s is missing)",
                         program);
    if (!start(&reader, program, file, arguments, error))
        return false;
    enum script_said said = read_lines(graph, reader.from, error);
    int status = 0;
    if (said == SCRIPT_SAID_END) { /* blocks of at_exit may print; nobody reads the pipe */
        while (waitpid(reader.pid, &status, 0) < 0 && errno == EINTR)
            continue;
    } else {
        close(reader.from);
        reader.from = -1;
        while (waitpid(reader.pid, &status, 0) < 0 && errno == EINTR)
            continue;
        if (!error->text[0] && WIFSIGNALED(status))
            error_set(error, "%s: Ruby was killed by signal %d", file, WTERMSIG(status));
        else if (!error->text[0])
            error_set(error, "%s: it ended itself with exit status %d", file, WEXITSTATUS(status));
    }
    if (reader.from >= 0)
        close(reader.from);
    return said == SCRIPT_SAID_END;
}
