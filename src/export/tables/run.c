/* run.c: the table `run`: one row about the whole run. */
#include "export/tables/tables.h"

#include <string.h>

enum { COLUMNS = 15 };

void export_tables_describe_run(struct export_tables_table *table)
{
    static const struct export_tables_column columns[COLUMNS] = {
        {"row", TABLES_WHOLE, NULL},    {"archive", TABLES_TEXT, NULL},
        {"sealed", TABLES_FLAG, NULL},  {"version", TABLES_TEXT, NULL},
        {"command", TABLES_TEXT, NULL}, {"cwd", TABLES_TEXT, NULL},
        {"host", TABLES_TEXT, NULL},    {"started", TABLES_TEXT, NULL},
        {"clock", TABLES_TEXT, NULL},   {"options", TABLES_TEXT, NULL},
        {"running", TABLES_FLAG, NULL}, {"exit_status", TABLES_WHOLE, NULL},
        {"signal", TABLES_WHOLE, NULL}, {"real_start", TABLES_WHOLE, NULL},
        {"zero", TABLES_WHOLE, NULL},
    };
    *table = (struct export_tables_table){.name = "run", .column_count = COLUMNS, .rows = 1};
    memcpy(table->columns, columns, sizeof columns);
}

static struct export_tables_cell whole(bool known, int64_t value)
{
    return (struct export_tables_cell){known, {value}};
}

static struct export_tables_cell text(const char *value)
{
    return (struct export_tables_cell){.known = *value, .text = value};
}

bool export_tables_take_run(const struct export_tables *tables, tables_take *take, void *to)
{
    const struct archive *archive = tables->job->archive;
    const struct archive_run *run = &archive->run;
    const struct export_tables_cell cells[COLUMNS] = {
        whole(true, 0),
        text(archive->path),
        whole(true, archive->sealed),
        text(run->version),
        text(run->command),
        text(run->cwd),
        text(run->host),
        text(run->started),
        text(run->clock),
        text(run->options),
        whole(run->known, run->running),
        whole(run->has_status, run->status),
        whole(run->has_signal, run->signal),
        whole(run->real_start, (int64_t)run->real_start),
        whole(true, (int64_t)tables->zero), /* the zero of all times */
    };
    return take(to, cells);
}
