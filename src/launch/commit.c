/* commit.c: see commit.h */
#include "launch/commit.h"

#include "util/memory.h"
#include "util/words.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE = 1024, SHORTEST = 40, LONGEST = 64 }; /* digits of SHA-1 and SHA-256 */

/* Reads the first line of a file. False if there is none. */
static bool read_line(const char *path, char line[LINE])
{
    struct stat about;
    FILE *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "re") : NULL;
    bool found = file && fgets(line, LINE, file);
    if (file)
        fclose(file);
    if (found)
        line[strcspn(line, "\r\n")] = '\0';
    return found;
}

static bool is_commit(const char *text)
{
    size_t digits = strspn(text, "0123456789abcdef");
    return (digits == SHORTEST || digits == LONGEST) && !text[digits];
}

/* Joins two paths; the second may be absolute. */
static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    int size = *name == '/' ? snprintf(path, PATH_MAX, "%s", name)
                            : snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return size > 0 && size < PATH_MAX;
}

/* Finds the folder with Git's HEAD: .git of a folder above, or what the file .git names. */
static bool find_git(const char *folder, char git[PATH_MAX])
{
    char at[PATH_MAX], line[LINE];
    struct stat about;
    if (snprintf(at, sizeof at, "%s", folder) >= PATH_MAX || *at != '/')
        return false;
    for (;;) {
        if (join(git, at, ".git") && stat(git, &about) == 0) {
            if (S_ISDIR(about.st_mode))
                return true;
            return read_line(git, line) && words_begins(line, "gitdir: ") &&
                   join(git, at, line + strlen("gitdir: "));
        }
        char *slash = strrchr(at, '/');
        if (!slash || !*at)
            return false;
        *slash = '\0';
    }
}

/* Finds a branch in the file of packed ones: lines "COMMIT refs/heads/NAME". */
static bool find_packed(const char *git, const char *branch, char line[LINE])
{
    char path[PATH_MAX];
    FILE *file = join(path, git, "packed-refs") ? fopen(path, "re") : NULL;
    bool found = false;
    while (file && !found && fgets(line, LINE, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        char *blank = strchr(line, ' ');
        found = blank && !strcmp(blank + 1, branch);
        if (found)
            *blank = '\0';
    }
    if (file)
        fclose(file);
    return found;
}

/* Finds the commit of a branch: in the folder of a work tree, or in that of its repository. */
static bool find_branch(const char *git, const char *branch, char line[LINE])
{
    char path[PATH_MAX], common[PATH_MAX], text[LINE];
    if (strstr(branch, ".."))
        return false;
    if (join(path, git, branch) && read_line(path, line))
        return true;
    if (!join(path, git, "commondir") || !read_line(path, text) || !join(common, git, text))
        return find_packed(git, branch, line);
    return (join(path, common, branch) && read_line(path, line)) ||
           find_packed(common, branch, line);
}

char *launch_commit(const char *folder)
{
    char git[PATH_MAX], path[PATH_MAX], line[LINE], commit[LINE];
    const char *told = getenv("TRIPTYCH_COMMIT");
    if (told && *told)
        return memory_string(told);
    if (!find_git(folder, git) || !join(path, git, "HEAD") || !read_line(path, line))
        return memory_string("");
    if (is_commit(line))
        return memory_string(line);
    bool found = words_begins(line, "ref: ") && find_branch(git, line + strlen("ref: "), commit);
    return memory_string(found && is_commit(commit) ? commit : "");
}
