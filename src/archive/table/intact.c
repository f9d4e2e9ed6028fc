/* intact.c: see intact.h */
#include "archive/table/intact.h"

#include "archive/table/manifest.h"
#include "archive/table/run_json.h"
#include "format/manifest.h"
#include "format/marker.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* bytes that are read for checksums each time an archive is opened */
#define AT_ONCE (UINT64_C(64) << 20)

static void add(struct archive_intact *intact, const char *path, const char *what)
{
    size_t room = intact->count;
    intact->files = memory_grow(intact->files, &room, intact->count + 1, sizeof *intact->files);
    intact->files[intact->count++] = (struct archive_intact_file){memory_string(path), what};
}

/* Compares a file with its line in the manifest. Returns what is wrong with it, or NULL. */
static const char *compare(const struct archive_folder *folder,
                           const struct archive_manifest_file *listed, bool sum)
{
    struct archive_folder_file file;
    uint64_t found;
    if (!archive_folder_open(folder, listed->path, &file))
        return "is missing";
    const char *what = file.size < listed->size   ? "is truncated"
                       : file.size > listed->size ? "is longer than it was"
                                                  : NULL;
    bool grows = !strncmp(listed->path, "deaths/", 7); /* processes may end later, and are added */
    if (grows && file.size >= listed->size) {
        archive_folder_close(&file);
        return NULL;
    }
    if (!what && sum && (!archive_manifest_sum(&file, &found) || found != listed->sum))
        what = "was changed";
    archive_folder_close(&file);
    return what;
}

static int by_size(const void *a, const void *b)
{
    const struct archive_manifest_file *left = a, *right = b;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    return strcmp(left->path, right->path);
}

static void check_listed(struct archive_intact *intact, const struct archive_folder *folder,
                         struct archive_manifest *manifest, bool all)
{
    uint64_t left = AT_ONCE;
    qsort(manifest->files, manifest->count, sizeof *manifest->files, by_size);
    bool sealed = archive_folder_has(folder, "tables");
    for (size_t i = 0; i < manifest->count; i++) {
        const struct archive_manifest_file *listed = &manifest->files[i];
        if (!sealed && !strncmp(listed->path, "tables/", 7))
            continue; /* sealing has not finished */
        if (!strcmp(listed->path, FORMAT_MARKER_FILE) &&
            archive_intact_below(intact, FORMAT_MARKER_FILE))
            continue; /* its absence was reported before */
        bool sum = all || listed->size <= left;
        const char *what = compare(folder, listed, sum);
        left -= sum && listed->size <= left ? listed->size : 0;
        intact->checked++;
        intact->summed += sum;
        if (what)
            add(intact, listed->path, what);
    }
}

static bool lists_marker(const struct archive_manifest *manifest)
{
    for (size_t i = 0; i < manifest->count; i++) {
        if (!strcmp(manifest->files[i].path, FORMAT_MARKER_FILE))
            return true;
    }
    return false;
}

/* Reports a missing marker if the archive must have one. */
static void check_marker(struct archive_intact *intact, const struct archive_folder *folder,
                         const struct archive_manifest *manifest)
{
    bool is_there = archive_folder_has(folder, FORMAT_MARKER_FILE);
    intact->marked = is_there || lists_marker(manifest) || archive_run_json_has_sum(folder);
    if (intact->marked && !is_there)
        add(intact, FORMAT_MARKER_FILE,
            "is missing, without which `triptych run --force` does not replace the archive");
}

/* An archive of a version that wrote neither marker nor manifest cannot be checked. */
void archive_intact_check(struct archive_intact *intact, const struct archive_folder *folder,
                          bool all)
{
    struct archive_manifest manifest = {0};
    *intact = (struct archive_intact){0};
    enum archive_manifest_state state = archive_manifest_read(folder, &manifest);
    check_marker(intact, folder, &manifest);
    switch (state) {
    case MANIFEST_READ:
        intact->has_manifest = true;
        check_listed(intact, folder, &manifest, all);
        break;
    case MANIFEST_DAMAGED:
        add(intact, FORMAT_MANIFEST_FILE, "is damaged, and the other files cannot be checked");
        break;
    case MANIFEST_MISSING:
        if (archive_folder_has(folder, "tables") && intact->marked)
            add(intact, FORMAT_MANIFEST_FILE, "is missing, and the other files cannot be checked");
        break;
    }
    archive_manifest_free(&manifest);
}

void archive_intact_free(struct archive_intact *intact)
{
    for (size_t i = 0; i < intact->count; i++)
        free(intact->files[i].path);
    free(intact->files);
    *intact = (struct archive_intact){0};
}

const struct archive_intact_file *archive_intact_below(const struct archive_intact *intact,
                                                       const char *folder)
{
    for (size_t i = 0; i < intact->count; i++) {
        if (!strncmp(intact->files[i].path, folder, strlen(folder)))
            return &intact->files[i];
    }
    return NULL;
}

uint64_t archive_intact_count(const struct archive_intact *intact, const char *folder)
{
    uint64_t count = 0;
    for (size_t i = 0; i < intact->count; i++)
        count += !strncmp(intact->files[i].path, folder, strlen(folder));
    return count;
}
