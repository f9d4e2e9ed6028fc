/* tables.c: makes the tables of messages and collective operations: in memory, or written in
 * parts. */
#include "archive/messages/messages.h"

#include "archive/table/column_file.h"
#include "archive/table/schema.h"
#include "format/communicator.h"
#include "format/vocabulary.h"

#include <jansson.h>

enum {
    PART = 1 << 14, /* rows that are written at a time */
    VOCABULARIES = 16,
};

/* The destination of rows. */
struct tables {
    struct archive *archive;
    const char *folder;                       /* NULL: they stay in memory */
    struct table_file *messages, *operations; /* NULL: no row was written yet */
    struct error *error;
    bool failed;
    uint64_t groups_of_all[VOCABULARIES]; /* ids of the groups of all places of vocabularies */
    size_t group_count;
};

static void write_part(struct tables *tables, enum archive_schema_which which,
                       struct table_file **file)
{
    const struct archive_table *table = &tables->archive->tables[which];
    if (!table->rows || tables->failed)
        return;
    if (!*file)
        *file = archive_table_file_open(table, tables->folder, tables->error);
    tables->failed = !*file;
    if (*file)
        archive_table_file_add(*file, table, table->rows);
    archive_schema_set_rows(tables->archive, which, 0);
}

/* Adds a row and returns its number. */
static size_t add_row(struct tables *tables, enum archive_schema_which which,
                      struct table_file **file)
{
    struct archive_table *table = &tables->archive->tables[which];
    if (tables->folder && table->rows == PART)
        write_part(tables, which, file);
    size_t row = table->rows;
    if (row >= table->room)
        archive_schema_add_rows(tables->archive, which, row ? row : PART);
    archive_schema_set_rows(tables->archive, which, row + 1);
    return row;
}

/* Returns the text of the data that a call sent or received, as its region knows it; 0: not
 * known. */
static uint32_t data_of(const struct archive *archive, uint32_t node, const uint32_t *texts)
{
    return node == ARCHIVE_NONE ? 0 : texts[archive->nodes.region[node]];
}

static void add_message(void *to, const struct archive_message_row *from)
{
    struct tables *tables = to;
    size_t row = add_row(tables, SCHEMA_MESSAGES, &tables->messages);
    struct archive_messages *all = &tables->archive->messages;
    all->communicator[row] = from->communicator;
    all->source[row] = from->source;
    all->target[row] = from->target;
    all->tag[row] = from->tag;
    all->bytes[row] = from->bytes;
    all->send[row] = from->send;
    all->send_start[row] = from->send_start;
    all->send_end[row] = from->send_end;
    all->finish[row] = from->finish;
    all->finish_start[row] = from->finish_start;
    all->finish_end[row] = from->finish_end;
    all->receive[row] = from->receive;
    all->receive_start[row] = from->receive_start;
    all->receive_end[row] = from->receive_end;
    all->post[row] = from->post;
    all->post_start[row] = from->post_start;
    all->filtered[row] = from->filtered;
    const struct archive *archive = tables->archive;
    all->data[row] = data_of(archive, from->send, archive->regions.data);
    all->received_data[row] = data_of(archive, from->post, archive->regions.received_data);
}

/* Finds the groups of all places of the run's vocabularies: their ids are the vocabularies'. */
static void find_groups_of_all(struct tables *tables)
{
    const char *text = tables->archive->run.options;
    json_t *options = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *names = json_object_get(options, "vocabularies");
    for (size_t i = 0; i < json_array_size(names) && i < VOCABULARIES; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name)
            tables->groups_of_all[tables->group_count++] = format_vocabulary_id(name);
    }
    json_decref(options);
}

static bool is_group_of_all(const struct tables *tables, uint32_t communicator)
{
    const struct archive_communicators *all = &tables->archive->communicators;
    if (all->kind[communicator] != FORMAT_COMMUNICATOR_NAMED)
        return false;
    if (all->id[communicator] == tables->archive->places.job[all->place[communicator]])
        return true; /* its places are numbered by the vocabulary */
    for (size_t i = 0; i < tables->group_count; i++) {
        if (tables->groups_of_all[i] == all->id[communicator])
            return true;
    }
    return false;
}

/* Returns how many places are in a communicator; 0: not known, as of other groups of a
 * vocabulary. */
static uint32_t size_of(const struct tables *tables, uint32_t communicator)
{
    const struct archive_communicators *all = &tables->archive->communicators;
    return is_group_of_all(tables, communicator)
               ? tables->archive->places.ranks[all->place[communicator]]
               : all->size[communicator] + all->remote_size[communicator];
}

static void add_part(void *to, const struct archive_message_log *log,
                     const struct archive_message_part_row *from)
{
    struct tables *tables = to;
    size_t row = add_row(tables, SCHEMA_COLLECTIVES, &tables->operations);
    struct archive_collectives *all = &tables->archive->collectives;
    const struct archive_communicators *communicators = &tables->archive->communicators;
    const struct archive_message_span *span = &from->part.span;
    uint32_t communicator = span->act.communicator;
    bool ends = !span->has_other && !archive_message_only_begins(tables->archive, span->act.node);
    all->instance[row] = from->instance;
    all->communicator[row] = communicator;
    all->number[row] = span->act.number;
    all->place[row] = communicators->place[communicator];
    all->kind[row] = archive_collectives_kind(tables->archive, span->act.node);
    all->root[row] = archive_message_place(log, communicator, from->part.root);
    all->size[row] = size_of(tables, communicator);
    all->given[row] = from->part.given;
    all->taken[row] = from->part.taken;
    const struct archive_regions *regions = &tables->archive->regions;
    all->data[row] = from->part.given ? data_of(tables->archive, span->act.node, regions->data) : 0;
    all->received_data[row] =
        from->part.taken ? data_of(tables->archive, span->act.node, regions->received_data) : 0;
    all->begin[row] = span->act.node;
    all->begin_start[row] = span->act.start;
    all->begin_end[row] = span->act.end;
    all->end[row] = ends ? span->act.node : span->has_other ? span->other_node : ARCHIVE_NONE;
    all->end_start[row] = ends ? span->act.start : span->has_other ? span->other_start : 0;
    all->end_end[row] = ends ? span->act.end : span->has_other ? span->other_end : 0;
}

/* Empties the tables after a failure, so that they can be made again. Returns false. */
static bool forget(struct archive *archive)
{
    archive_schema_set_rows(archive, SCHEMA_MESSAGES, 0);
    archive_schema_set_rows(archive, SCHEMA_COLLECTIVES, 0);
    archive->matched = false;
    return false;
}

static bool find(struct archive *archive, const char *folder, struct error *error)
{
    if (archive->sealed || archive->matched || !archive->communicators.rows)
        return true;
    struct tables tables = {.archive = archive, .folder = folder, .error = error};
    struct archive_message_sink sink = {.message = add_message, .part = add_part, .to = &tables};
    archive->matched = true;
    find_groups_of_all(&tables);
    if (!archive_messages_find(archive, folder, &sink, error))
        tables.failed = true;
    if (!folder)
        return !tables.failed || forget(archive);
    struct error other;
    write_part(&tables, SCHEMA_MESSAGES, &tables.messages);
    write_part(&tables, SCHEMA_COLLECTIVES, &tables.operations);
    struct table_file *files[] = {tables.messages, tables.operations};
    for (int i = 0; i < 2; i++) {
        if (files[i] && !archive_table_file_close(files[i], tables.failed ? &other : error))
            tables.failed = true;
    }
    return !tables.failed || forget(archive);
}

bool archive_find_messages(struct archive *archive, struct error *error)
{
    return find(archive, NULL, error);
}

bool archive_messages_seal(struct archive *archive, const char *folder, struct error *error)
{
    return find(archive, folder, error);
}
