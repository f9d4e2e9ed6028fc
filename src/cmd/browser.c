/* browser.c: see browser.h */
#include "cmd/browser.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *folder, *file; /* NULL: none was made */

/* Writes a page that leads on to the link into a file that is new. False with errno. */
static bool write_page(const char *path, const char *link)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    /* The link has letters, digits and the signs of an address with a token: nothing to escape. */
    bool good = fprintf(out,
                        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                        "<meta name=\"referrer\" content=\"no-referrer\"><title>Triptych</title>"
                        "<meta http-equiv=\"refresh\" content=\"0;url=%s\">"
                        "<p><a href=\"%s\">To the page of triptych view</a></p></html>\n",
                        link, link) > 0;
    return !fclose(out) && good;
}

/* Makes the file that leads to the link, in a new folder of the user's own. False with errno. */
static bool make_file(const char *link)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR"), *scratch = getenv("TMPDIR");
    const char *above = runtime && *runtime == '/'   ? runtime
                        : scratch && *scratch == '/' ? scratch
                                                     : "/tmp";
    folder = memory_printf("%s/triptych-open-XXXXXX", above);
    if (!mkdtemp(folder)) { /* with mode 0700 */
        free(folder);
        folder = NULL;
        return false;
    }
    file = memory_printf("%s/open.html", folder);
    return write_page(file, link);
}

/* Starts a program with one argument. Returns 0 or the error's number. */
static int start(const char *program, const char *argument)
{
    char *words[] = {(char *)program, (char *)argument, NULL};
    posix_spawn_file_actions_t quiet;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none); /* the server waits for signals itself */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int problem = posix_spawnp(&child, program, &quiet, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&quiet);
    return problem;
}

void browser_open(const char *link)
{
    const char *chosen = getenv("BROWSER");
    const char *program = chosen && *chosen ? chosen : "xdg-open";
    bool made = make_file(link);
    int problem = made ? start(program, file) : errno;
    if (!problem)
        return;
    browser_forget();
    fprintf(stderr, "triptych view: %s cannot be %s: %s; open the link yourself\n",
            made ? program : "the file for the browser", made ? "started" : "written",
            strerror(problem));
}

void browser_forget(void)
{
    if (file)
        unlink(file);
    if (folder)
        rmdir(folder);
    free(file);
    free(folder);
    file = folder = NULL;
}
