/* run_unused.c: see run_unused.h */
#include "cmd/run_unused.h"

#include "archive/archive.h"
#include "format/doors.h"
#include "vocabulary/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if an act is recorded under the name of its function. */
static bool is_named(const struct vocabulary_statement *statement)
{
    enum format_act_type type = statement->act->type;
    return type != FORMAT_DOES_RUN && type != FORMAT_DOES_BEGIN && type != FORMAT_DOES_RESUME &&
           type != FORMAT_DOES_ENTER;
}

/* True if the regions of a run tell whether a vocabulary was of use: whatever it records has the
 * names of its functions. */
static bool tells_use(const struct vocabulary *vocabulary)
{
    bool has_any = false;
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next) {
        for (const struct vocabulary_statement *each = function->statements; each;
             each = each->next) {
            if (each->kind == STATEMENT_ACT && !is_named(each))
                return false;
            has_any |= each->kind == STATEMENT_ACT;
        }
    }
    return has_any && !vocabulary->labels;
}

static bool is_used(const struct vocabulary *vocabulary, const struct archive *archive)
{
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        const char *name = archive_text(archive, archive->regions.name[i]);
        for (const struct vocabulary_function *function = vocabulary->functions; function;
             function = function->next) {
            if (function->statements && !strcmp(function->name, name))
                return true;
        }
    }
    return false;
}

void run_unused_say(const struct launch_vocabularies *vocabularies, const char *path)
{
    struct error error = {0};
    if (!getenv(FORMAT_DOORS_VARIABLE))
        return; /* none was used, for a reason that was said */
    struct archive *archive = archive_open(path, &error);
    for (size_t i = 0; archive && i < vocabularies->count; i++) {
        const struct vocabulary *one = vocabularies->all[i];
        if (tells_use(one) && !is_used(one, archive))
            fprintf(stderr,
                    "triptych: no function that the vocabulary %s describes was called: check its "
                    "line `library` (`readelf -d PROGRAM` lists what a program needs) and the "
                    "names of the functions (`nm -D LIBRARY`)\n",
                    one->name);
    }
    archive_close(archive);
}
