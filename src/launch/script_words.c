/* script_words.c: see script_words.h */
#include "launch/script_words.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 5 }; /* of scripts that call one another */

static const char between[] = " \t\r\n\"'`,;|&()[]{}<>$=@";

static char *search_file(const char *path, launch_script_words_fits *fits, unsigned depth);

/* True for a file that a shell can run: its first line or its name says so. */
static bool is_script(const char *path)
{
    char first[2] = "";
    size_t size = strlen(path);
    struct stat status;
    FILE *file = !stat(path, &status) && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    if (!file)
        return false;
    bool is = fread(first, 1, sizeof first, file) == sizeof first &&
              (!memcmp(first, "#!", 2) || (size > 3 && !strcmp(path + size - 3, ".sh")));
    fclose(file);
    return is;
}

static char *search_line(char *line, launch_script_words_fits *fits, unsigned depth)
{
    char *rest = line, *found = NULL;
    if (line[strspn(line, " \t")] == '#')
        return NULL;
    for (char *word = strtok_r(line, between, &rest); word && !found;
         word = strtok_r(NULL, between, &rest)) {
        bool may_be_script = depth < MOST_DEPTH && (strchr(word, '/') || strstr(word, ".sh"));
        if (fits(word))
            found = memory_string(word);
        else if (may_be_script && is_script(word))
            found = search_file(word, fits, depth + 1);
    }
    return found;
}

static char *search_file(const char *path, launch_script_words_fits *fits, unsigned depth)
{
    FILE *file = fopen(path, "r");
    char *line = NULL, *found = NULL;
    size_t room = 0;
    while (file && !found && getline(&line, &room, file) >= 0)
        found = search_line(line, fits, depth);
    free(line);
    if (file)
        fclose(file);
    return found;
}

char *launch_script_words_of_file(const char *path, launch_script_words_fits *fits)
{
    return search_file(path, fits, 0);
}

char *launch_script_words_of_text(const char *text, launch_script_words_fits *fits)
{
    char *copy = memory_string(text), *rest = copy, *found = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line && !found;
         line = strtok_r(NULL, "\n", &rest))
        found = search_line(line, fits, 0);
    free(copy);
    return found;
}

static bool is_make(const char *word)
{
    const char *slash = strrchr(word, '/');
    const char *name = slash ? slash + 1 : word;
    return !strcmp(name, "make") || !strcmp(name, "gmake");
}

char *launch_script_words_of_make(char **command, launch_script_words_fits *fits)
{
    static const char *const usual[] = {"GNUmakefile", "makefile", "Makefile"};
    const char *file = NULL, *folder = ".";
    char *found = NULL;
    while (*command && !is_make(*command))
        command++;
    if (!*command)
        return NULL;
    for (command++; *command && command[1]; command++) {
        file = !strcmp(*command, "-f") ? command[1] : file;
        folder = !strcmp(*command, "-C") ? command[1] : folder;
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0] && !found; i++) {
        char *path = memory_printf("%s/%s", folder, file ? file : usual[i]);
        found = search_file(path, fits, 0);
        free(path);
    }
    return found;
}
