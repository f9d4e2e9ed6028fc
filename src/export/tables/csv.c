/* csv.c: the tables of an archive as CSV and as JSON lines. */
#include "export/tables/tables.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct writing {
    struct sink *out;
    const struct tables_table *table;
    char **keys; /* JSON: the text before each value */
};

static void write_number(struct sink *out, enum tables_type type, const struct tables_cell *cell)
{
    if (type == TABLES_REAL)
        sink_real(out, cell->real);
    else if (type == TABLES_FLAG)
        sink_text(out, cell->whole ? "true" : "false");
    else
        sink_signed(out, cell->whole);
}

static bool write_csv_row(void *to, const struct tables_cell *cells)
{
    const struct writing *writing = to;
    struct sink *out = writing->out;
    for (size_t i = 0; i < writing->table->column_count; i++) {
        enum tables_type type = writing->table->columns[i].type;
        if (i)
            sink_char(out, ',');
        if (!cells[i].known)
            continue;
        if (type == TABLES_TEXT)
            sink_csv(out, cells[i].text);
        else
            write_number(out, type, &cells[i]);
    }
    sink_char(out, '\n');
    return true;
}

static bool write_json_row(void *to, const struct tables_cell *cells)
{
    const struct writing *writing = to;
    struct sink *out = writing->out;
    for (size_t i = 0; i < writing->table->column_count; i++) {
        enum tables_type type = writing->table->columns[i].type;
        if (!cells[i].known) /* most cells of events are unknown: they would be half of the file */
            continue;
        sink_text(out, writing->keys[i]);
        if (type == TABLES_TEXT)
            sink_json(out, cells[i].text);
        else
            write_number(out, type, &cells[i]);
    }
    sink_text(out, "}\n");
    return true;
}

static bool write_csv(const struct tables *tables, size_t table, struct sink *out,
                      struct error *error)
{
    struct writing writing = {.out = out, .table = &tables->list[table]};
    for (size_t i = 0; i < writing.table->column_count; i++) {
        sink_text(out, i ? "," : "");
        sink_text(out, writing.table->columns[i].name);
    }
    sink_char(out, '\n');
    return tables_each(tables, table, write_csv_row, &writing, error);
}

static bool write_json(const struct tables *tables, size_t table, struct sink *out,
                       struct error *error)
{
    char *keys[TABLES_COLUMNS] = {NULL};
    struct writing writing = {.out = out, .table = &tables->list[table], .keys = keys};
    for (size_t i = 0; i < writing.table->column_count; i++)
        keys[i] = memory_printf("%s\"%s\":", i ? "," : "{", writing.table->columns[i].name);
    bool good = tables_each(tables, table, write_json_row, &writing, error);
    for (size_t i = 0; i < writing.table->column_count; i++)
        free(keys[i]);
    return good;
}

typedef bool write_table(const struct tables *tables, size_t table, struct sink *out,
                         struct error *error);

/* Writes one table to a file of the folder. */
static bool write_file(struct tables *tables, size_t table, const char *suffix, write_table *write,
                       struct error *error)
{
    struct export_job *job = tables->job;
    char *name = memory_printf("%s/%s%s", job->path, tables->list[table].name, suffix);
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool good = fd >= 0 || error_errno(error, "%s cannot be written", name);
    if (good) {
        job->out = sink_new(fd);
        good = write(tables, table, job->out, error);
        sink_flush(job->out);
        good = good && export_go_on(job, 1, 1, error);
        sink_free(job->out);
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
    struct tables *tables = memory_zeroed(1, sizeof *tables);
    size_t table = 0;
    bool good = tables_init(tables, job, error);
    if (good && job->options->table) {
        good = tables_find(tables, job->options->table, &table, error) &&
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
