/* fuzz_export.c: opens whatever it is given as an archive, and exports it in every format. */
#include "container.h"

#include "export/export.h"
#include "export/tables/tables.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void write_format(const struct export_format *format, struct archive *archive,
                         const struct export_options *options)
{
    int fd = open("/dev/null", O_WRONLY);
    struct error error = {0};
    struct export_job job = {.archive = archive, .options = options, .path = ":memory:"};
    if (fd < 0)
        abort();
    job.out = export_is_stream(format, options) ? export_sink_new(fd) : NULL;
    if (!format->write(&job, &error) && !error.text[0])
        abort(); /* nobody would know why */
    export_sink_free(job.out);
    close(fd);
}

/* Each table by itself. */
static void write_tables(const struct export_format *format, struct archive *archive)
{
    struct error error = {0};
    struct export_options options = {.output = NULL};
    struct export_job job = {.archive = archive, .options = &options};
    struct export_tables *tables = memory_zeroed(1, sizeof *tables);
    if (export_tables_init(tables, &job, &error)) {
        for (size_t i = 0; i < tables->count; i++) {
            options.table = tables->list[i].name;
            write_format(format, archive, &options);
        }
    }
    free(tables);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct archive_folder_memory_file files[CONTAINER_FILES];
    struct archive_folder folder = {.files = files,
                                    .file_count = container_open(bytes, size, files)};
    struct error error;
    struct archive *archive = archive_read(&folder, "fuzz.tri", &error);
    for (const struct export_format *format = export_formats; archive && format->name; format++) {
        struct export_options options = {.output = "fuzz.out",
                                         .lanes = size % 2,
                                         .measure = (enum export_measure)(size % EXPORT_MEASURES),
                                         .min_percent = (double)(size % 3)};
        if (format->shape == EXPORT_TABLES)
            write_tables(format, archive);
        else if (format->shape != EXPORT_FOLDER)
            write_format(format, archive, &options);
    }
    archive_close(archive);
    return 0;
}
