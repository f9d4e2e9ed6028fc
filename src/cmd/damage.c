/* damage.c: see damage.h */
#include "cmd/damage.h"

#include "archive/archive.h"
#include "archive/table/folder.h"
#include "archive/table/intact.h"
#include "cmd/cmd.h"
#include "report/run/summary.h"
#include "util/buffer.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>

void damage_say(const char *command, const struct archive *archive)
{
    struct buffer text = {0};
    report_summary_damage(archive, &text);
    if (text.used)
        fprintf(stderr, "triptych %s: %s is damaged: %s\n", command, archive->path, text.text);
    buffer_free(&text);
}

static int print_result(const char *path, const struct archive_intact *intact)
{
    for (size_t i = 0; i < intact->count; i++) {
        char *clean = words_clean(intact->files[i].path);
        printf("%s %s\n", clean, intact->files[i].what);
        free(clean);
    }
    if (!intact->count)
        printf("%s: %llu files are as the run left them\n", path,
               (unsigned long long)intact->summed);
    return intact->count ? CMD_FAILED : CMD_DONE;
}

int damage_verify(const char *command, const char *path)
{
    struct archive_intact intact;
    const struct archive_folder folder = {.root = path};
    archive_intact_check(&intact, &folder, true);
    int result = CMD_FAILED;
    if (intact.has_manifest || intact.count)
        result = print_result(path, &intact);
    else
        fprintf(stderr,
                "triptych %s: %s has no manifest: it is not sealed, or an earlier version of "
                "Triptych made it; its files cannot be verified\n",
                command, path);
    archive_intact_free(&intact);
    return result;
}
