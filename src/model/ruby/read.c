/* read.c: see read.h */
#include "model/ruby/read.h"

#include "util/buffer.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 256 << 20 }; /* of a metamodel's text */

/* Reads all that the program writes, up to LARGEST. Returns false if there is more. */
static bool read_all(int from, struct buffer *text)
{
    char block[65536];
    for (ssize_t size; (size = read(from, block, sizeof block)) != 0;) {
        if (size > 0)
            buffer_add_bytes(text, block, (size_t)size);
        else if (errno != EINTR)
            break;
        if (text->used > LARGEST)
            return false;
    }
    return true;
}

/* Starts the program with its output in a pipe. Returns its reading end; -1 with an error. */
static int start(const char *program, const char *file, pid_t *child, struct error *error)
{
    int ends[2];
    if (pipe(ends) != 0) {
        error_errno(error, "cannot make a pipe");
        return -1;
    }
    char *words[] = {(char *)program, (char *)file, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    errno = posix_spawn(child, program, &actions, NULL, words, environ);
    bool failed = errno != 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!failed)
        return ends[0];
    error_errno(error, "cannot start %s", program);
    close(ends[0]);
    return -1;
}

/* Says why there is no metamodel: what the program says, or how it ended. */
static json_t *refuse(const char *file, int status, json_t *answer, struct error *error)
{
    json_t *said = json_object_get(answer, "error");
    const char *text = json_string_value(json_object_get(said, "text"));
    const char *where = json_string_value(json_object_get(said, "file"));
    int line = (int)json_integer_value(json_object_get(said, "line"));
    if (text && line > 0)
        error_set(error, "%s:%d: %s", where ? where : file, line, text);
    else if (text)
        error_set(error, "%s: %s", where ? where : file, text);
    else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM ||
                                     WTERMSIG(status) == SIGKILL))
        error_set(error, "%s: it was stopped because it ran too long; is one of its loops endless?",
                  file);
    else
        error_set(error,
                  "%s: Ruby ended without a result; the metaprogram or its limit of memory "
                  "(1 GiB) made it stop",
                  file);
    json_decref(answer);
    return NULL;
}

json_t *model_ruby_read(const char *program, const char *file, struct error *error)
{
    if (access(program, X_OK) != 0) {
        error_set(error,
                  "metaprograms need Ruby, and this triptych was built without it: install the "
                  "package ruby-dev and build again (%s is missing)",
                  program);
        return NULL;
    }
    pid_t child;
    int from = start(program, file, &child, error);
    if (from < 0)
        return NULL;
    struct buffer text = {0};
    bool whole = read_all(from, &text);
    close(from);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    json_error_t wrong;
    json_t *answer = whole && text.used
                         ? json_loadb(text.text, text.used, JSON_REJECT_DUPLICATES, &wrong)
                         : NULL;
    buffer_free(&text);
    if (!whole) {
        error_set(error, "%s: its metamodel is larger than 256 MiB", file);
        return NULL;
    }
    bool fine = status == 0 && json_is_array(json_object_get(answer, "tasks"));
    return fine ? answer : refuse(file, status, answer, error);
}
