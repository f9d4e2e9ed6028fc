/* csv.c: the tables of an archive as CSV and as JSON lines. */
#include "export/tables/tables.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct writing {
    struct export_sink *out;
    const struct export_tables_table *table;
    char **keys; /* JSON: the text before each value */
};

static void write_number(struct export_sink *out, enum export_tables_type type,
                         const struct export_tables_cell *cell)
{
    if (type == TABLES_REAL)
        export_sink_real(out, cell->real);
    else if (type == TABLES_FLAG)
        export_sink_text(out, cell->whole ? "true" : "false");
    else
        export_sink_signed(out, cell->whole);
}

static bool write_csv_row(void *to, const struct export_tables_cell *cells)
{
    const struct writing *writing = to;
    struct export_sink *out = writing->out;
    for (size_t i = 0; i < writing->table->column_count; i++) {
        enum export_tables_type type = writing->table->columns[i].type;
        if (i)
            export_sink_char(out, ',');
        if (!cells[i].known)
            continue;
        if (type == TABLES_TEXT)
            export_sink_csv(out, cells[i].text);
        else
            write_number(out, type, &cells[i]);
    }
    export_sink_char(out, '\n');
    return true;
}

static bool write_json_row(void *to, const struct export_tables_cell *cells)
{
    const struct writing *writing = to;
    struct export_sink *out = writing->out;
    for (size_t i = 0; i < writing->table->column_count; i++) {
        enum export_tables_type type = writing->table->columns[i].type;
        if (!cells[i].known) /* most cells of events are unknown: they would be half of the file */
            continue;
        export_sink_text(out, writing->keys[i]);
        if (type == TABLES_TEXT)
            export_sink_json(out, cells[i].text);
        else
            write_number(out, type, &cells[i]);
    }
    export_sink_text(out, "}\n");
    return true;
}

static bool write_csv(const struct export_tables *tables, size_t table, struct export_sink *out,
                      struct error *error)
{
    struct writing writing = {.out = out, .table = &tables->list[table]};
    for (size_t i = 0; i < writing.table->column_count; i++) {
        export_sink_text(out, i ? "," : "");
        export_sink_text(out, writing.table->columns[i].name);
    }
    export_sink_char(out, '\n');
    return export_tables_each(tables, table, write_csv_row, &writing, error);
}

static bool write_json(const struct export_tables *tables, size_t table, struct export_sink *out,
                       struct error *error)
{
    char *keys[TABLES_COLUMNS] = {NULL};
    struct writing writing = {.out = out, .table = &tables->list[table], .keys = keys};
    for (size_t i = 0; i < writing.table->column_count; i++)
        keys[i] = memory_printf("%s\"%s\":", i ? "," : "{", writing.table->columns[i].name);
    bool good = export_tables_each(tables, table, write_json_row, &writing, error);
    for (size_t i = 0; i < writing.table->column_count; i++)
        free(keys[i]);
    return good;
}

typedef bool write_table(const struct export_tables *tables, size_t table, struct export_sink *out,
                         struct error *error);

/* Writes one table to a file of the folder. */
static bool write_file(struct export_tables *tables, size_t table, const char *suffix,
                       write_table *write, struct error *error)
{
    struct export_job *job = tables->job;
    char *name = memory_printf("%s/%s%s", job->path, tables->list[table].name, suffix);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool good = fd >= 0 || error_errno(error, "%s cannot be written", name);
    if (good) {
        job->out = export_sink_new(fd);
        good = write(tables, table, job->out, error);
        export_sink_flush(job->out);
        good = good && export_go_on(job, 1, 1, error);
        export_sink_free(job->out);
        job->out = NULL;
        if (close(fd) && good)
            good = error_errno(error, "%s cannot be written", name);
    }
    free(name);
    return good;
}

/* Writes all tables, or the chosen one. */
static bool write_tables(struct export_job *job, const char *suffix, write_table *write,
                         struct error *error)
{
    struct export_tables *tables = memory_zeroed(1, sizeof *tables);
    size_t table = 0;
    bool good = export_tables_init(tables, job, error);
    if (good && job->options->table) {
        good = export_tables_find(tables, job->options->table, &table, error) &&
               write(tables, table, job->out, error);
    } else {
        for (; good && table < tables->count; table++)
            good = write_file(tables, table, suffix, write, error);
    }
    free(tables);
    return good;
}

bool export_csv(struct export_job *job, struct error *error)
{
    return write_tables(job, ".csv", write_csv, error);
}

bool export_json(struct export_job *job, struct error *error)
{
    return write_tables(job, ".jsonl", write_json, error);
}
