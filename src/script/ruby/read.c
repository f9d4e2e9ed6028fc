/* read.c: see read.h */
#include "script/ruby/read.h"

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

enum { BLOCK = 1 << 18 }; /* bytes that are read at once */

struct script_ruby {
    pid_t pid;
    int from, to;
    int status; /* when it has ended */
    char *file;
    char *block;
    struct buffer text; /* received and not yet taken */
};

static pid_t spawn(const char *program, const char *file, char *const *arguments, int out, int in)
{
    char *numbers[] = {memory_printf("%d", out), memory_printf("%d", in)};
    size_t count = 0;
    while (arguments[count])
        count++;
    char **words = memory_zeroed(count + 5, sizeof *words);
    words[0] = (char *)program;
    words[1] = (char *)file;
    words[2] = numbers[0];
    words[3] = numbers[1];
    memcpy(words + 4, arguments, count * sizeof *words);
    pid_t pid = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, out); /* keeps it open in the child */
    posix_spawn_file_actions_adddup2(&actions, in, in);
    errno = posix_spawn(&pid, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(words);
    free(numbers[0]);
    free(numbers[1]);
    return pid;
}

static bool start(struct script_ruby *ruby, const char *program, char *const *arguments,
                  struct error *error)
{
    int said[2] = {-1, -1}, heard[2] = {-1, -1};
    if (pipe2(said, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe");
    ruby->from = said[0];
    if (pipe2(heard, O_CLOEXEC) != 0) {
        close(said[1]);
        return error_errno(error, "cannot make a pipe");
    }
    ruby->to = heard[1];
    fcntl(said[0], F_SETPIPE_SZ, 1 << 20);
    ruby->pid = spawn(program, ruby->file, arguments, said[1], heard[0]);
    close(said[1]);
    close(heard[0]);
    return ruby->pid > 0 || error_errno(error, "cannot start %s", program);
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
    if (at)
        memmove(text->text, text->text + at, text->used - at);
    text->used -= at;
    return said;
}

static void wait_for(struct script_ruby *ruby)
{
    while (ruby->pid > 0 && waitpid(ruby->pid, &ruby->status, 0) < 0 && errno == EINTR)
        continue;
    ruby->pid = -1;
}

void script_ruby_ended(struct script_ruby *ruby, pid_t pid, int status)
{
    if (pid != ruby->pid)
        return;
    ruby->pid = -1;
    ruby->status = status;
}

static void hang_up(struct script_ruby *ruby)
{
    if (ruby->from >= 0)
        close(ruby->from);
    if (ruby->to >= 0)
        close(ruby->to);
    ruby->from = ruby->to = -1;
}

/* Lets a script that has said all, or went wrong, come to its end. */
static void finish(struct script_ruby *ruby, bool good, struct error *error)
{
    if (!good)
        hang_up(ruby);
    wait_for(ruby); /* blocks of at_exit may print; nobody reads the pipe */
    if (!good && !error->text[0] && WIFSIGNALED(ruby->status))
        error_set(error, "%s: Ruby was killed by signal %d", ruby->file, WTERMSIG(ruby->status));
    else if (!good && !error->text[0])
        error_set(error, "%s: it ended itself with exit status %d", ruby->file,
                  WEXITSTATUS(ruby->status));
}

enum script_said script_ruby_take(struct script_ruby *ruby, struct script_graph *graph,
                                  struct error *error)
{
    enum script_said said = take_lines(graph, &ruby->text, error);
    if (said == SCRIPT_SAID_MORE) {
        ssize_t size = read(ruby->from, ruby->block, BLOCK);
        if (size < 0 && (errno == EINTR || errno == EAGAIN))
            return said;
        if (size > 0)
            buffer_add_bytes(&ruby->text, ruby->block, (size_t)size);
        said = size > 0 ? take_lines(graph, &ruby->text, error)
                        : SCRIPT_SAID_WRONG; /* the script ended itself with a message */
    }
    if (said == SCRIPT_SAID_WRONG || said == SCRIPT_SAID_END)
        finish(ruby, said == SCRIPT_SAID_END, error);
    return said;
}

static enum script_said take_all(struct script_ruby *ruby, struct script_graph *graph,
                                 struct error *error)
{
    enum script_said said;
    do
        said = script_ruby_take(ruby, graph, error);
    while (said == SCRIPT_SAID_MORE);
    return said;
}

bool script_ruby_read(struct script_graph *graph, const char *program, const char *file,
                      char *const *arguments, struct script_ruby **ruby, struct error *error)
{
    graph->file = arena_text(&graph->arena, file, strlen(file));
    *ruby = NULL;
    if (access(program, X_OK) != 0)
        return error_set(error,
                         "scripts need Ruby, and this triptych was built without it: install the "
                         "package ruby-dev and build again (%s is missing)",
                         program);
    struct script_ruby *made = memory_zeroed(1, sizeof *made);
    made->pid = made->from = made->to = -1;
    made->file = memory_string(file);
    made->block = memory_zeroed(1, BLOCK);
    enum script_said said = SCRIPT_SAID_WRONG;
    if (start(made, program, arguments, error))
        said = take_all(made, graph, error);
    if (said == SCRIPT_SAID_ASKS)
        *ruby = made;
    else
        script_ruby_free(made);
    return said != SCRIPT_SAID_WRONG;
}

void script_ruby_free(struct script_ruby *ruby)
{
    if (!ruby)
        return;
    if (ruby->pid > 0)
        kill(ruby->pid, SIGKILL);
    wait_for(ruby);
    hang_up(ruby);
    buffer_free(&ruby->text);
    free(ruby->file);
    free(ruby->block);
    free(ruby);
}

bool script_ruby_leave(struct script_ruby *ruby, struct script_graph *graph, struct error *error)
{
    graph->question.asked = SCRIPT_ASKED_NOTHING;
    script_ruby_answer(ruby, "{\"stop\":true}");
    return take_all(ruby, graph, error) == SCRIPT_SAID_END;
}

int script_ruby_descriptor(const struct script_ruby *ruby)
{
    return ruby->from;
}

void script_ruby_answer(struct script_ruby *ruby, const char *answer)
{
    char *line = memory_printf("%s\n", answer);
    for (size_t done = 0, size = strlen(line); done < size;) {
        ssize_t part = write(ruby->to, line + done, size - done);
        if (part < 0 && errno != EINTR)
            break; /* its end is read soon */
        done += part > 0 ? (size_t)part : 0;
    }
    free(line);
}
