/* ranks.c: see ranks.h */
#include "launch/ranks.h"

#include "format/rank.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *text, unsigned long *number)
{
    char *end;
    if (!text || !isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return !*end && !errno;
}

/* Reads the rank from the variables of one launcher. Returns false if it did not start this
 * process. */
static bool read_launcher(struct format_launcher launcher, struct ranks *ranks)
{
    *ranks = (struct ranks){.launcher = launcher.command};
    return read_number(getenv(launcher.rank), &ranks->rank) &&
           read_number(getenv(launcher.ranks), &ranks->size) && ranks->size > 1 &&
           ranks->rank < ranks->size;
}

struct ranks ranks_find(void)
{
    struct ranks found = {.size = 1};
    for (int i = 0; i < FORMAT_LAUNCHERS; i++) {
        struct ranks read;
        if (!read_launcher(format_launcher(i), &read))
            continue;
        if (found.size == 1)
            found = read;
        else if (read.rank == found.rank && read.size == found.size)
            found.launcher = read.launcher;
    }
    return found;
}

/* True if one of the words of a name is this number: ring.03.tri has 3, ring3.tri has not. */
static bool has_number(const char *name, unsigned long number)
{
    for (const char *end; *name; name = end) {
        unsigned long found;
        for (end = name + 1; isalnum((unsigned char)*end);)
            end++;
        char *word = memory_printf("%.*s", (int)(end - name), name);
        bool is_it = read_number(word + !isalnum((unsigned char)*word), &found) && found == number;
        free(word);
        if (is_it)
            return true;
    }
    return false;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns where the ending ".tri" of a path begins; the length of the path if it has none. */
static size_t before_ending(const char *path)
{
    static const char ending[] = ".tri";
    size_t size = strlen(path), more = sizeof ending - 1;
    return size > more && !strcmp(path + size - more, ending) ? size - more : size;
}

static char *with_number(const char *path, unsigned long number)
{
    size_t size = before_ending(path);
    return memory_printf("%.*s.%lu%s", (int)size, path, number, path + size);
}

char *ranks_name(const struct ranks *ranks, const char *path, bool is_chosen)
{
    if (ranks->size <= 1 ||
        (is_chosen && (!ranks->rank || has_number(last_part(path), ranks->rank))))
        return memory_string(path);
    return with_number(path, ranks->rank);
}

static void say_what_to_do(const struct ranks *ranks, const char *name, const char *path,
                           char **command)
{
    struct buffer words = {0};
    for (; *command; command++) {
        char *clean = words_clean(*command);
        buffer_printf(&words, " %s", clean);
        free(clean);
    }
    fprintf(stderr,
            "triptych %s: the launcher started it once for each rank, so rank 0 of %lu writes the "
            "archive %s, and the other ranks write archives of their own; to measure all ranks and "
            "their messages in one archive, run: triptych %s %s -n %lu%s\n",
            name, ranks->size, last_part(path), name, ranks->launcher, ranks->size, words.text);
    buffer_free(&words);
}

void ranks_say(const struct ranks *ranks, const char *name, const char *path, char **command)
{
    if (ranks->size <= 1)
        return;
    if (ranks->rank)
        fprintf(stderr, "triptych: rank %lu writes the archive %s\n", ranks->rank, last_part(path));
    else
        say_what_to_do(ranks, name, path, command);
}
