/* sqlite.c: writes all tables of an archive to one SQLite database. */
#include "export/tables/tables.h"

#include "util/buffer.h"
#include "util/memory.h"
#include "util/words.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { BATCH = 64 }; /* rows per INSERT statement, for speed */

struct writing {
    sqlite3 *database;
    sqlite3_stmt *insert; /* of `batch` rows */
    const struct export_tables_table *table;
    size_t batch;                    /* 1 if a column is a text, which is valid for one row only */
    struct export_tables_cell *rows; /* the cells that are bound */
    size_t used;                     /* rows in the batch */
    bool failed;
};

static bool fail(const struct writing *writing, const struct export_job *job, struct error *error)
{
    return error_set(error, "%s cannot be written: %s", job->options->output,
                     writing->database ? sqlite3_errmsg(writing->database) : "no memory");
}

static bool run(struct writing *writing, const char *sql)
{
    return sqlite3_exec(writing->database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *type_word(enum export_tables_type type)
{
    return type == TABLES_REAL ? "REAL" : type == TABLES_TEXT ? "TEXT" : "INTEGER";
}

/* Creates a table with a first row numbered -1, so that the next one gets 0. */
static bool create_table(struct writing *writing)
{
    const struct export_tables_table *table = writing->table;
    struct buffer sql = {0};
    buffer_printf(&sql, "CREATE TABLE \"%s\" (\"row\" INTEGER PRIMARY KEY", table->name);
    for (size_t i = 1; i < table->column_count; i++) {
        const struct export_tables_column *column = &table->columns[i];
        buffer_printf(&sql, ", \"%s\" %s", column->name, type_word(column->type));
        if (column->of)
            buffer_printf(&sql, " REFERENCES \"%s\"(\"row\")", column->of);
    }
    buffer_add(&sql, ")");
    buffer_printf(&sql, "; INSERT INTO \"%s\"(\"row\") VALUES (-1)", table->name);
    bool good = run(writing, sql.text);
    buffer_free(&sql);
    return good;
}

/* Prepares the INSERT statement. It does not give the row number: SQLite takes the last one plus 1,
 * which is faster than checking that a given one is free. */
static bool prepare(struct writing *writing, size_t rows)
{
    struct buffer sql = {0};
    buffer_printf(&sql, "INSERT INTO \"%s\"", writing->table->name);
    for (size_t i = 1; i < writing->table->column_count; i++)
        buffer_printf(&sql, "%s\"%s\"", i > 1 ? "," : "(", writing->table->columns[i].name);
    for (size_t k = 0; k < rows; k++) {
        buffer_add(&sql, k ? "," : ") VALUES ");
        for (size_t i = 1; i < writing->table->column_count; i++)
            buffer_add(&sql, i > 1 ? ",?" : "(?");
        buffer_add(&sql, ")");
    }
    sqlite3_finalize(writing->insert);
    writing->insert = NULL;
    bool good =
        sqlite3_prepare_v2(writing->database, sql.text, -1, &writing->insert, NULL) == SQLITE_OK;
    buffer_free(&sql);
    return good;
}

static int bind(struct writing *writing, int at, enum export_tables_type type,
                const struct export_tables_cell *cell)
{
    if (!cell->known)
        return sqlite3_bind_null(writing->insert, at);
    if (type == TABLES_REAL)
        return sqlite3_bind_double(writing->insert, at, cell->real);
    if (type == TABLES_TEXT)
        return sqlite3_bind_text(writing->insert, at, words_clean(cell->text), -1, free);
    return sqlite3_bind_int64(writing->insert, at, cell->whole);
}

/* Binds the cells of a row that differ from those bound before: most are unknown, or the same
 * again. */
static void bind_row(struct writing *writing, size_t row, const struct export_tables_cell *cells,
                     bool all)
{
    size_t columns = writing->table->column_count;
    struct export_tables_cell *before = writing->rows + row * columns;
    for (size_t i = 1; i < columns && !writing->failed; i++) {
        enum export_tables_type type = writing->table->columns[i].type;
        bool same = cells[i].known == before[i].known &&
                    (!cells[i].known || (type != TABLES_TEXT && type != TABLES_REAL &&
                                         cells[i].whole == before[i].whole));
        if (!same || all)
            writing->failed =
                bind(writing, (int)(row * (columns - 1) + i), type, &cells[i]) != SQLITE_OK;
        before[i] = cells[i];
    }
}

static void step(struct writing *writing)
{
    if (!writing->failed)
        writing->failed = sqlite3_step(writing->insert) != SQLITE_DONE;
    sqlite3_reset(writing->insert);
}

static bool insert_row(void *to, const struct export_tables_cell *cells)
{
    struct writing *writing = to;
    bind_row(writing, writing->used++, cells, false);
    if (writing->used == writing->batch) {
        step(writing);
        writing->used = 0;
    }
    return !writing->failed;
}

/* Inserts the rows of an incomplete batch one by one. */
static void insert_rest(struct writing *writing)
{
    size_t columns = writing->table->column_count;
    struct export_tables_cell cells[TABLES_COLUMNS];
    writing->failed |= writing->used && !prepare(writing, 1);
    for (size_t row = 0; row < writing->used && !writing->failed; row++) {
        memcpy(cells, writing->rows + row * columns, columns * sizeof *cells);
        bind_row(writing, 0, cells, true);
        step(writing);
    }
    writing->used = 0;
}

/* Deletes the row numbered -1. */
static bool delete_first(struct writing *writing)
{
    char *sql = memory_printf("DELETE FROM \"%s\" WHERE \"row\" = -1", writing->table->name);
    bool good = run(writing, sql);
    free(sql);
    return good;
}

static size_t batch_of(const struct export_tables_table *table)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].type == TABLES_TEXT)
            return 1;
    }
    return BATCH;
}

static bool write_table(struct writing *writing, const struct export_tables *tables, size_t table,
                        struct error *error)
{
    struct export_job *job = tables->job;
    writing->table = &tables->list[table];
    writing->batch = batch_of(writing->table);
    memset(writing->rows, 0, (size_t)BATCH * TABLES_COLUMNS * sizeof *writing->rows);
    if (!create_table(writing) || !prepare(writing, writing->batch))
        return fail(writing, job, error);
    bool good = export_tables_each(tables, table, insert_row, writing, error);
    if (good)
        insert_rest(writing);
    if (writing->failed)
        good = fail(writing, job, error);
    sqlite3_finalize(writing->insert);
    writing->insert = NULL;
    if (good && !delete_first(writing))
        good = fail(writing, job, error);
    return good;
}

/* Creates the indices for common searches, and a view of events with names. */
static bool finish(struct writing *writing)
{
    return run(writing,
               "CREATE INDEX regions_name ON regions(name);"
               "CREATE INDEX nodes_region ON nodes(region);"
               "CREATE INDEX nodes_parent ON nodes(parent);"
               "CREATE INDEX messages_send_start ON messages(send_start);"
               "CREATE VIEW visits AS SELECT events.row, lanes.place, events.lane, regions.name,"
               " regions.kind, regions.file, regions.line, events.start, events.duration,"
               " events.trips, events.bytes, events.node FROM events"
               " JOIN lanes ON lanes.row = events.lane"
               " JOIN regions ON regions.row = events.region;"
               "COMMIT");
}

static bool write_all(struct writing *writing, struct export_job *job, struct error *error)
{
    struct export_tables *tables = memory_zeroed(1, sizeof *tables);
    bool good = export_tables_init(tables, job, error);
    if (good && !run(writing, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                              "PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = 16384; BEGIN"))
        good = fail(writing, job, error);
    for (size_t i = 0; good && i < tables->count; i++)
        good = write_table(writing, tables, i, error);
    if (good && !finish(writing))
        good = fail(writing, job, error);
    free(tables);
    return good;
}

bool export_sqlite(struct export_job *job, struct error *error)
{
    struct writing writing = {
        .rows = memory_zeroed((size_t)BATCH * TABLES_COLUMNS, sizeof *writing.rows)};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    bool good = sqlite3_open_v2(job->path, &writing.database, flags, NULL) == SQLITE_OK;
    good = good ? write_all(&writing, job, error) : fail(&writing, job, error);
    if (sqlite3_close(writing.database) != SQLITE_OK && good)
        good = fail(&writing, job, error);
    free(writing.rows);
    return good;
}
