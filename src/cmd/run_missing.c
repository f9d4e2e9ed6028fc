/* run_missing.c: see run_missing.h */
#include "cmd/run_missing.h"

#include "launch/missing.h"
#include "launch/paths.h"

#include <string.h>

enum { NAMED = 3 };

/* True for a vocabulary that comes with Triptych: it describes several versions of its library,
 * none of which has all functions. */
static bool is_shipped(const struct vocabulary *vocabulary)
{
    const char *folder = launch_paths_vocabularies();
    size_t size = strlen(folder);
    return !strncmp(vocabulary->path, folder, size) && vocabulary->path[size] == '/';
}

/* True if the user will miss it: it does something, and no other function of its family does so. */
static bool matters(const struct launch_missing_one *one)
{
    return one->function->statements && one->count == one->members;
}

static void add_line(struct buffer *to, const struct vocabulary *vocabulary,
                     const struct launch_missing *missing)
{
    struct buffer names = {0};
    size_t count = 0;
    for (size_t i = 0; i < missing->count; i++) {
        const struct launch_missing_one *one = &missing->all[i];
        if (!matters(one))
            continue;
        if (count < NAMED)
            buffer_printf(&names, "%s%s", count ? ", " : "", one->function->symbol);
        if (count++ < NAMED && one->nearest)
            buffer_printf(&names, " (is it %s?)", one->nearest);
    }
    if (count)
        buffer_printf(to,
                      "triptych: the program has no function %s%s, which the vocabulary %s "
                      "describes: `triptych vocabulary check %s ./PROGRAM` shows where\n",
                      names.text, count > NAMED ? ", ..." : "", vocabulary->name, vocabulary->path);
    buffer_free(&names);
}

char *run_missing_find(const struct launch_vocabularies *vocabularies, char **command)
{
    struct buffer lines = {0};
    for (size_t i = 0; i < vocabularies->count; i++) {
        struct launch_missing missing = {0};
        if (!is_shipped(vocabularies->all[i]) &&
            launch_missing_find(&missing, vocabularies->all[i], command) == MISSING_KNOWN)
            add_line(&lines, vocabularies->all[i], &missing);
        launch_missing_free(&missing);
    }
    return lines.used ? buffer_take(&lines) : NULL;
}
