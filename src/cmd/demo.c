/* demo.c: `triptych demo`: a guided tour that types the commands itself. */
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "launch/paths.h"
#include "serve/html.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct options_command command = {
    .name = "demo",
    .usage = "demo [FOLDER]",
    .about = "Measures a bundled program step by step: each command is explained, shown and run. "
             "The demo works on a copy in FOLDER, which must not exist yet, or in a new temporary "
             "folder, and leaves it there for you to try more.",
    .examples = "  triptych demo ~/heat\n",
};

static bool in_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

/* Prints a word as a user would type it in a shell. */
static void print_word(const char *word)
{
    const char *equals = strchr(word, '=');
    if (!strchr(word, ' '))
        printf(" %s", word);
    else if (equals)
        printf(" %.*s=\"%s\"", (int)(equals - word), word, equals + 1);
    else
        printf(" '%s'", word);
}

static void print_command(char *const *words)
{
    printf("\n%s$", in_colour() ? "\033[1;32m" : "");
    for (int i = 0; words[i]; i++)
        print_word(words[i]);
    printf("%s\n", in_colour() ? "\033[0m" : "");
    fflush(stdout);
}

/* Explains, shows and runs a command. Returns false, after a message, if it failed. */
static bool step(const char *why, char *const *words)
{
    printf("\n%s\n", why);
    print_command(words);
    pid_t child;
    int status = posix_spawnp(&child, words[0], NULL, NULL, words, environ);
    if (status != 0) {
        fprintf(stderr, "triptych demo: cannot start '%s': %s; is it installed?\n", words[0],
                strerror(status));
        return false;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    fprintf(stderr, "triptych demo: the command above failed; its output should tell why\n");
    return false;
}

/* Finds the folder of this triptych. Returns false if it is not known. */
static bool find_self(char *folder)
{
    ssize_t size = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (!slash || strcmp(slash, "/triptych") != 0)
        return false;
    *slash = '\0';
    return true;
}

/* True if PATH has the folder. */
static bool is_in_path(const char *folder)
{
    const char *path = getenv("PATH");
    size_t size = strlen(folder);
    while (path && *path) {
        size_t length = strcspn(path, ":");
        if (length == size && !strncmp(path, folder, size))
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* Puts the folder first in PATH, so that the commands of the tour find this triptych. */
static bool put_first_in_path(const char *folder)
{
    const char *path = getenv("PATH");
    char *longer;
    if (asprintf(&longer, "%s:%s", folder, path ? path : "/usr/bin:/bin") < 0)
        return false;
    bool done = setenv("PATH", longer, 1) == 0;
    free(longer);
    return done;
}

/* Returns the folder for the copy: the one that was named, or a new one; NULL after a message. */
static const char *choose_folder(const char *named)
{
    static char made[PATH_MAX];
    if (named) {
        if (access(named, F_OK) != 0)
            return named;
        fprintf(stderr, "triptych demo: '%s' exists already; choose a new name\n", named);
        return NULL;
    }
    const char *temporary = getenv("TMPDIR");
    int size = snprintf(made, sizeof made, "%s/triptych-demo-XXXXXX",
                        temporary && *temporary ? temporary : "/tmp");
    if (size >= (int)sizeof made || !mkdtemp(made)) {
        fprintf(stderr, "triptych demo: cannot make the folder '%s': %s\n", made, strerror(errno));
        return NULL;
    }
    strncat(made, "/heat", sizeof made - strlen(made) - 1);
    return made;
}

static bool tour(const char *folder)
{
    char heat[PATH_MAX];
    snprintf(heat, sizeof heat, "%s/heat", launch_paths_examples());
    char *copy[] = {"cp", "-r", heat, (char *)folder, NULL};
    char *make[] = {"make", "-B", "CC=triptych cc cc", NULL};
    char *run[] = {"triptych", "run", "-o", "heat.tri", "./heat", NULL};
    char *report[] = {"triptych", "report", "--top", "10", "heat.tri", NULL};
    char *html[] = {"triptych", "view", "--html", "heat.html", "heat.tri", NULL};

    if (!step("First, a copy of a small program to play with: it computes how heat spreads on a "
              "plate.",
              copy))
        return false;
    if (chdir(folder) != 0) {
        fprintf(stderr, "triptych demo: cannot go to '%s': %s\n", folder, strerror(errno));
        return false;
    }
    printf("\n(The next commands run in %s.)\n", folder);
    return step("It is built as always, by its own Makefile, with two words in front of the "
                "compiler: they put\n"
                "probes around every routine, loop and I/O statement. Your files stay as they are.",
                make) &&
           step("It runs as always, too. The measurements are written into an archive, heat.tri.",
                run) &&
           step("Where did the time go? How many trips did each loop make? How many bytes went to "
                "which file?",
                report) &&
           (!serve_html_has_page() ||
            step(
                "The same as a page for the browser, in one file that you can also send to others.",
                html));
}

/* Prints what to try next. `self` is the folder that the user has to put into PATH, or NULL. */
static void say_what_next(const char *folder, const char *self)
{
    printf("\nThat is all there is to it. What to try next:\n\n");
    if (self)
        printf("  export PATH=\"%s:$PATH\"\n", self);
    printf("  cd \"%s\"\n"
           "  triptych report --routine step heat.tri    one routine, its loops, callers, callees\n"
           "  triptych report --tree heat.tri            the call paths that took the time\n"
           "  triptych show heat.tri                     the same over time, as a picture\n"
           "  triptych view heat.tri                     all of it in the browser\n"
           "  triptych run --count ./heat                count only: cheaper still\n"
           "  make CC=\"triptych cc gcc\"                  in a project of your own\n",
           folder);
}

/* True if there is somebody at a screen who can look at a page. */
static bool has_screen(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
           (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"));
}

/* Ends in the page: it is served until Ctrl-C, or left as a file where there is no screen. */
static int end_in_page(const char *folder)
{
    char *words[] = {"triptych", "view", "--open", "heat.tri", NULL};
    if (!serve_html_has_page())
        return CMD_DONE;
    printf("\nThe page is in %s/heat.html: open it in a browser.\n", folder);
    if (!has_screen())
        return CMD_DONE;
    print_command(words);
    execvp(words[0], words);
    return options_fail("demo", "the page cannot be served");
}

int cmd_demo(int argc, char **argv)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    if (options_next(&reader) == OPTIONS_STOP)
        return reader.status;
    if (argc - optind > 1)
        return options_misuse("demo", "name one folder only; '%s' is one too many",
                              argv[optind + 1]);
    char self[PATH_MAX];
    bool known = find_self(self), in_path = known && is_in_path(self);
    if (!known || !put_first_in_path(self)) {
        return options_fail("demo", "cannot find out where this triptych is; is /proc mounted?");
    }
    const char *folder = choose_folder(argv[optind]);
    if (!folder || !tour(folder))
        return CMD_FAILED;
    say_what_next(folder, in_path ? NULL : self);
    return end_in_page(folder);
}
