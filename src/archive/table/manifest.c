/* manifest.c: see manifest.h. The file is text: one line per file, and a last line with the number
 * of files and the checksum of all lines before it. */
#include "archive/table/manifest.h"

#include "archive/table/atomic_file.h"
#include "format/manifest.h"
#include "format/marker.h"
#include "format/sum.h"
#include "format/travellers.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((size_t)256 << 20)

enum { PIECE = 1 << 18 };

uint64_t archive_manifest_sum_bytes(uint64_t sum, const char *bytes, size_t size)
{
    uint64_t words[512];
    while (size) {
        size_t part = size < sizeof words ? size : sizeof words;
        words[(part - 1) / sizeof words[0]] = 0;
        memcpy(words, bytes, part);
        sum = format_sum(sum, words, (part + 7) / 8);
        bytes += part;
        size -= part;
    }
    return sum;
}

bool archive_manifest_sum(const struct archive_folder_file *file, uint64_t *sum)
{
    char *piece = memory_zeroed(PIECE, 1);
    uint64_t at = 0;
    *sum = file->size ^ FORMAT_MANIFEST_SEED;
    while (at < file->size) {
        size_t want = file->size - at < PIECE ? (size_t)(file->size - at) : PIECE;
        if (archive_folder_read(file, at, piece, want) != want)
            break;
        *sum = archive_manifest_sum_bytes(*sum, piece, want);
        at += want;
    }
    free(piece);
    return at == file->size;
}

/* Appends a path without line breaks: control characters and % become %XX. */
static void add_path(struct buffer *to, const char *path)
{
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        if (byte < ' ' || byte == '%' || byte == 0x7f)
            buffer_printf(to, "%%%02x", byte);
        else
            buffer_add_bytes(to, path, 1);
    }
}

/* Returns the value of a hexadecimal digit; for any other character, one so negative that every
 * number made with it is below 0. */
static int digit_of(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = digit ? strchr(digits, digit) : NULL;
    return found ? (int)(found - digits) : -1000;
}

/* Reads a path as add_path() writes it. False if it is malformed or leads out of the archive. */
static bool take_path(const char *line, size_t size, char path[PATH_MAX])
{
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        int byte = (unsigned char)line[i];
        if (byte == '%') {
            byte = i + 2 < size ? digit_of(line[i + 1]) * 16 + digit_of(line[i + 2]) : -1;
            i += 2;
        }
        if (byte <= 0 || used + 1 >= PATH_MAX)
            return false;
        path[used++] = (char)byte;
    }
    path[used] = '\0';
    return used && path[0] != '/' && strncmp(path, "../", 3) != 0 && !strstr(path, "/../");
}

/* Returns the path that a file will have in the sealed archive. */
static const char *sealed_path(const char *path, char room[PATH_MAX])
{
    static const char part[] = "tables.part/";
    if (strncmp(path, part, sizeof part - 1) != 0)
        return path;
    snprintf(room, PATH_MAX, "tables/%s", path + sizeof part - 1);
    return room;
}

static bool add_file(struct buffer *text, const struct archive_folder *folder, const char *path,
                     struct error *error)
{
    char room[PATH_MAX];
    struct archive_folder_file file;
    uint64_t sum;
    bool good = archive_folder_open(folder, path, &file);
    if (good) {
        good = archive_manifest_sum(&file, &sum);
        archive_folder_close(&file);
    }
    if (!good)
        return error_set(error, "%s/%s cannot be read", folder->root, path);
    buffer_printf(text, "%llu %016llx ", (unsigned long long)file.size, (unsigned long long)sum);
    add_path(text, sealed_path(path, room));
    buffer_add(text, "\n");
    return true;
}

/* Adds the regular files below a folder, in order of their names. */
static bool add_folder(struct buffer *text, const struct archive_folder *folder, const char *path,
                       size_t *count, struct error *error)
{
    bool good = true;
    char **names = archive_folder_names(folder, path);
    for (char **name = names; *name && good; name++) {
        char inner[PATH_MAX], full[PATH_MAX];
        struct stat facts;
        if (snprintf(inner, sizeof inner, "%s/%s", path, *name) >= (int)sizeof inner ||
            snprintf(full, sizeof full, "%s/%s", folder->root, inner) >= (int)sizeof full ||
            lstat(full, &facts) != 0)
            continue;
        if (!strcmp(inner,
                    "places/next") || /* they change while other processes of the run go on */
            !strcmp(inner, FORMAT_TRAVELLERS_FILE))
            continue;
        if (S_ISDIR(facts.st_mode))
            good = add_folder(text, folder, inner, count, error);
        else if (S_ISREG(facts.st_mode))
            good = add_file(text, folder, inner, error) && ++*count;
    }
    archive_folder_free_names(names);
    return good;
}

/* Replaces the manifest by this text, atomically. */
static bool put(const char *archive, const struct buffer *text, bool waits, struct error *error)
{
    char *path = memory_printf("%s/" FORMAT_MANIFEST_FILE, archive);
    char *part = memory_printf("%s.part", path);
    bool good = archive_file_write(part, text->text, text->used, error) &&
                (!waits || archive_file_sync(part, error));
    if (good && rename(part, path) != 0)
        good = error_errno(error, "%s cannot be written", path);
    free(part);
    free(path);
    return good && (!waits || archive_file_sync_folder(archive, error));
}

/* Adds the files beside the folders: the marker, and what was chosen for the run. */
static bool add_settings(struct buffer *text, const struct archive_folder *folder, size_t *count,
                         struct error *error)
{
    static const char *const names[] = {FORMAT_MARKER_FILE, "filter", "skip"};
    bool good = true;
    for (size_t i = 0; good && i < sizeof names / sizeof names[0]; i++) {
        if (archive_folder_has(folder, names[i]))
            good = add_file(text, folder, names[i], error) && ++*count;
    }
    return good;
}

static bool write_list(const char *archive, const char *const *folders, bool waits,
                       struct error *error)
{
    const struct archive_folder folder = {.root = archive};
    struct buffer text = {0};
    size_t count = 0;
    buffer_add(&text, FORMAT_MANIFEST_FIRST);
    bool good = add_settings(&text, &folder, &count, error);
    for (; good && *folders; folders++)
        good = add_folder(&text, &folder, *folders, &count, error);
    uint64_t sum = archive_manifest_sum_bytes(FORMAT_MANIFEST_SEED, text.text, text.used);
    buffer_printf(&text, FORMAT_MANIFEST_LAST, count, (unsigned long long)sum);
    good = good && put(archive, &text, waits, error);
    buffer_free(&text);
    return good;
}

bool archive_manifest_write(const char *archive, bool waits, struct error *error)
{
    static const char *const folders[] = {"tables.part", "source", "foreign", "filters", NULL};
    return write_list(archive, folders, waits, error);
}

bool archive_manifest_write_unsealed(const char *archive, struct error *error)
{
    static const char *const folders[] = {"places", "deaths", "loops", "filters", NULL};
    return write_list(archive, folders, false, error);
}

static bool take_file(struct archive_manifest *manifest, size_t *room, const char *line,
                      size_t size)
{
    char path[PATH_MAX], *end, *last;
    uint64_t length = strtoull(line, &end, 10);
    if (end == line || *end != ' ')
        return false;
    uint64_t sum = strtoull(end + 1, &last, 16);
    size_t used = (size_t)(last - line) + 1;
    if (last == end + 1 || *last != ' ' || used >= size ||
        !take_path(line + used, size - used, path))
        return false;
    manifest->files =
        memory_grow(manifest->files, room, manifest->count + 1, sizeof *manifest->files);
    manifest->files[manifest->count++] =
        (struct archive_manifest_file){memory_string(path), length, sum};
    return true;
}

/* Reads the lines between the first and the last one. */
static bool take_files(struct archive_manifest *manifest, const char *text, const char *last)
{
    size_t room = 0;
    for (const char *line = text, *end; line < last; line = end + 1) {
        end = memchr(line, '\n', (size_t)(last - line));
        if (!end || !take_file(manifest, &room, line, (size_t)(end - line)))
            return false;
    }
    return true;
}

static bool take(struct archive_manifest *manifest, const char *text, size_t size)
{
    static const char first[] = FORMAT_MANIFEST_FIRST;
    size_t count, begin = sizeof first - 1;
    unsigned long long sum;
    if (size <= begin || strlen(text) != size || memcmp(text, first, begin) != 0 ||
        text[size - 1] != '\n')
        return false;
    const char *last = text + size - 1;
    while (last > text && last[-1] != '\n')
        last--;
    return sscanf(last, FORMAT_MANIFEST_LAST, &count, &sum) == 2 && last >= text + begin &&
           archive_manifest_sum_bytes(FORMAT_MANIFEST_SEED, text, (size_t)(last - text)) == sum &&
           take_files(manifest, text + begin, last) && manifest->count == count;
}

enum archive_manifest_state archive_manifest_read(const struct archive_folder *folder,
                                                  struct archive_manifest *manifest)
{
    size_t size = 0;
    *manifest = (struct archive_manifest){0};
    char *text = archive_folder_read_all(folder, FORMAT_MANIFEST_FILE, LARGEST, &size);
    if (!text)
        return MANIFEST_MISSING;
    bool good = take(manifest, text, size);
    free(text);
    if (!good)
        archive_manifest_free(manifest);
    return good ? MANIFEST_READ : MANIFEST_DAMAGED;
}

void archive_manifest_free(struct archive_manifest *manifest)
{
    for (size_t i = 0; i < manifest->count; i++)
        free(manifest->files[i].path);
    free(manifest->files);
    *manifest = (struct archive_manifest){0};
}
