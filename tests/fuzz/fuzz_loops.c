/* fuzz_loops.c: opens whatever it is given as an archive of loops that were counted in a binary:
 * plans, contexts and all. What comes out must be an archive like any other, and can be shown. */
#include "container.h"

#include "archive/table/schema.h"
#include "format/loops.h"
#include "report/binary/lcct.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

enum { WAYS = 5 };

static void show(const struct archive *archive, size_t way)
{
    struct error error;
    struct buffer out = {0};
    struct report_lcct_view view;
    struct report_lcct_options options = {
        .report = {.format = way == 1   ? REPORT_JSON
                             : way == 2 ? REPORT_CSV
                                        : REPORT_TEXT,
                   .top = way & 1 ? 3 : 0,
                   .width = 90,
                   .utf8 = way != 3},
        .sections = LCCT_USUAL,
        .sort = (enum report_lcct_sort)way,
        .threshold = way & 2 ? 1 : 0,
    };
    if (!report_lcct_view_init(&view, archive, &options, &error))
        return;
    if (way == WAYS - 1)
        report_lcct_svg(&out, &view);
    else
        report_lcct_write(&out, &view, &error);
    buffer_free(&out);
    report_lcct_view_free(&view);
}

/* What is behind the check of a plan's sum is to be looked at. Returns a copy, to be freed. */
static void *without_sum(struct archive_folder_memory_file *file)
{
    struct format_plan header;
    if (strncmp(file->path, "loops/", 6) != 0 || file->size < sizeof header)
        return NULL;
    char *copy = memory_zeroed(file->size, 1);
    memcpy(copy, file->data, file->size);
    memcpy(&header, copy, sizeof header);
    header.sum = 0;
    memcpy(copy, &header, sizeof header);
    file->data = copy;
    return copy;
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct archive_folder_memory_file files[CONTAINER_FILES];
    struct archive_folder folder = {.files = files,
                                    .file_count = container_open(bytes, size, files)};
    void *copies[CONTAINER_FILES];
    struct error error;
    for (size_t i = 0; i < folder.file_count; i++)
        copies[i] = without_sum(&files[i]);
    struct archive *archive = archive_read(&folder, "fuzz.tri", &error);
    if (archive && !archive_schema_check(archive, &error))
        abort();
    if (archive)
        show(archive, size % WAYS);
    archive_close(archive);
    for (size_t i = 0; i < folder.file_count; i++)
        free(copies[i]);
    return 0;
}
