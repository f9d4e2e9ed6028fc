/* program.c: see program.h */
#include "query/exec/program.h"

#include "query/exec/kernel.h"
#include "query/exec/program_text.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A node of a compiled expression: an operation, a field, or a table lookup. */
struct program {
    struct query_data *data;
    const struct query_expression *of;
    const struct query_fields *shape; /* the stream of the row that a field is read from */
    struct program **parts;
    size_t part_count;
    struct query_vector result;
    /* If is_lookup: the result is table[value of parts[0]]. */
    bool is_lookup;
    const struct query_field *index;
    struct query_vector table; /* one entry more than rows, for an absent row */
    size_t table_rows;
    uint8_t *truths;
    struct text_memo memo;
};

/* The context of a compilation. */
struct making {
    struct query_data *data;
    const struct query_fields *shape;
    const struct query_field
        *index; /* NULL: rows are those of `shape`; else rows are those that this field leads to */
    uint64_t rows;
};

static struct program *make(const struct making *making, const struct query_expression *of);

static struct program *new_program(const struct making *making, const struct query_expression *of,
                                   enum query_type type)
{
    struct program *program = memory_zeroed(1, sizeof *program);
    *program = (struct program){.data = making->data, .of = of, .shape = making->shape};
    query_vector_make(&program->result, type, QUERY_BATCH);
    return program;
}

static void add_part(struct program *program, struct program *part)
{
    program->parts = realloc(program->parts, (program->part_count + 1) * sizeof(struct program *));
    program->parts[program->part_count++] = part;
}

/* Fills the result of a constant, for all rows. */
static void fill(struct program *program)
{
    const struct query_expression *of = program->of;
    struct query_vector *result = &program->result;
    int64_t whole = of->type.type == TYPE_TEXT
                        ? query_data_add_text(program->data, of->text ? of->text : "")
                        : of->whole;
    result->has_absent = of->absent;
    for (size_t i = 0; i < QUERY_BATCH; i++) {
        result->absent[i] = of->absent;
        if (result->type == TYPE_BOOL)
            result->truth[i] = whole != 0;
        else if (result->type == TYPE_REAL)
            result->real[i] = of->real;
        else
            result->whole[i] = whole;
    }
}

/* Stands for the number of the row itself. */
static const struct query_expression itself = {.op = EXPRESSION_SELF};

/* Compiles a field of the lambda's row, where rows are those that `index` leads to. */
static struct program *make_indexed(const struct making *making, const struct query_expression *of)
{
    if (of->field == making->index)
        return new_program(making, &itself, TYPE_ROW);
    static const char lane[] = "lane"; /* a node implies its lane */
    struct program *program = new_program(making, of, TYPE_ROW);
    program->index = query_fields_get(making->shape, lane, sizeof lane - 1);
    add_part(program, new_program(making, &itself, TYPE_ROW));
    return program;
}

static struct program *make_field(const struct making *making, const struct query_expression *of)
{
    if (!of->part_count && making->index)
        return make_indexed(making, of);
    struct program *program = new_program(making, of, of->type.type);
    bool made = of->field->from == FIELD_MADE;
    bool in_batch = !of->part_count && (made || query_data_is_events(making->shape));
    program->index = of->field;
    if (of->part_count) {
        program->shape = of->parts[0]->type.shape;
        add_part(program, make(making, of->parts[0]));
    } else if (!in_batch) {
        add_part(program, new_program(making, &itself, TYPE_ROW));
    }
    return program;
}

static bool is_worth_a_table(const struct making *making, const struct query_expression *of,
                             const struct query_depends *depends, uint64_t *rows)
{
    struct error none;
    bool is_field = of->op == EXPRESSION_FIELD && !of->part_count;
    return !making->index && !is_field && depends->on == DEPENDS_ON_INDEX &&
           query_data_rows(making->data, depends->index->type.shape, rows, &none) &&
           *rows <= making->rows;
}

/* Computes the expression for each row that the index leads to. */
static void fill_table(struct program *program, const struct making *making,
                       const struct query_field *index, uint64_t rows)
{
    const struct making inner = {making->data, index->type.shape, index, 0};
    struct program *each = make(&inner, program->of);
    program->table_rows = (size_t)rows;
    query_vector_make(&program->table, program->result.type, 0);
    for (uint64_t first = 0; first < rows; first += QUERY_BATCH) {
        struct query_batch batch = {.first = first};
        batch.count = rows - first < QUERY_BATCH ? (size_t)(rows - first) : QUERY_BATCH;
        query_vector_append(&program->table, (size_t)first, program_run(each, &batch), NULL,
                            batch.count);
    }
    struct query_batch none = {.count = 1, .is_absent = true};
    query_vector_append(&program->table, (size_t)rows, program_run(each, &none), NULL, 1);
    program_free(each);
}

static struct program *make_lookup(const struct making *making, const struct query_expression *of,
                                   const struct query_field *index, uint64_t rows)
{
    struct program *program = new_program(making, of, of->type.type);
    struct query_expression *leads =
        query_expression_new(EXPRESSION_FIELD, index->type, of->at, of->end);
    leads->field = index;
    program->is_lookup = true;
    program->index = index;
    add_part(program, make_field(making, leads));
    program->parts[0]->of = NULL; /* it is freed; a field only needs `index` */
    query_expression_free(leads);
    fill_table(program, making, index, rows);
    return program;
}

static struct program *make(const struct making *making, const struct query_expression *of)
{
    struct query_depends depends = query_expression_depends(of);
    uint64_t rows;
    if (is_worth_a_table(making, of, &depends, &rows))
        return make_lookup(making, of, depends.index, rows);
    if (of->op == EXPRESSION_FIELD)
        return make_field(making, of);
    struct program *program = new_program(making, of, of->type.type);
    if (of->op == EXPRESSION_CONSTANT)
        fill(program);
    for (size_t i = 0; i < of->part_count; i++)
        add_part(program, make(making, of->parts[i]));
    if (of->type.type == TYPE_BOOL || of->op == EXPRESSION_LENGTH)
        text_memo_make(&program->memo, program->data, of);
    return program;
}

struct program *program_make(struct query_data *data, const struct query_fields *shape,
                             const struct query_expression *expression, uint64_t rows)
{
    const struct making making = {data, shape, NULL, rows};
    return make(&making, expression);
}

void program_free(struct program *program)
{
    if (!program)
        return;
    for (size_t i = 0; i < program->part_count; i++)
        program_free(program->parts[i]);
    free(program->parts);
    free(program->truths);
    query_vector_free(&program->result);
    query_vector_free(&program->table);
    text_memo_free(&program->memo);
    free(program);
}

static void give_rows(struct program *program, const struct query_batch *batch)
{
    assert(batch->count <= QUERY_BATCH);
    for (size_t i = 0; i < batch->count; i++)
        program->result.whole[i] = (int64_t)query_batch_row(batch, i);
    program->result.has_absent = batch->is_absent;
    program->result.absent[0] = batch->is_absent;
}

static void look_up(struct program *program, const struct query_vector *numbers, size_t count)
{
    const struct query_vector *table = &program->table;
    struct query_vector *out = &program->result;
    uint64_t rows = program->table_rows;
    out->has_absent = table->has_absent;
    for (size_t i = 0; i < count; i++) {
        uint64_t at = query_vector_is_absent(numbers, i) ? rows : (uint64_t)numbers->whole[i];
        at = at < rows ? at : rows;
        if (out->type == TYPE_BOOL)
            out->truth[i] = table->truth[at];
        else
            out->whole[i] = table->whole[at];
        out->absent[i] = query_vector_is_absent(table, at);
    }
}

static const struct query_vector *give_field(struct program *program,
                                             const struct query_batch *batch)
{
    const struct query_field *field = program->index;
    if (program->part_count) {
        query_data_load(program->data, program->shape, field, program_run(program->parts[0], batch),
                        batch->count, &program->result);
    } else if (field->from != FIELD_MADE && batch->in_block && field->from != FIELD_ROW) {
        query_data_load_events(program->data, field, batch, &program->result);
    } else if (field->from != FIELD_MADE) {
        struct query_vector rows = {.type = TYPE_ROW};
        int64_t numbers[QUERY_BATCH];
        for (size_t i = 0; i < batch->count; i++)
            numbers[i] = (int64_t)query_batch_row(batch, i);
        rows.whole = numbers;
        query_data_load(program->data, program->shape, field, &rows, batch->count,
                        &program->result);
    } else if (batch->selected) {
        query_vector_gather(&program->result, &batch->columns[field->number], batch->selected,
                            batch->count);
    } else {
        return &batch->columns[field->number];
    }
    return &program->result;
}

static void run_kernel(struct program *program, const struct query_batch *batch)
{
    const struct query_vector *parts[3] = {NULL, NULL, NULL};
    enum query_expression_op op = program->of->op;
    if (op == EXPRESSION_IN || text_memo_is_used(&program->memo)) {
        text_memo_run(&program->memo, program_run(program->parts[0], batch),
                      program->part_count > 1 ? program_run(program->parts[1], batch) : NULL,
                      batch->count, &program->result);
        return;
    }
    for (size_t i = 0; i < program->part_count && i < 3; i++)
        parts[i] = program_run(program->parts[i], batch);
    kernel_run(op, parts, batch->count, &program->result);
}

const struct query_vector *program_run(struct program *program, const struct query_batch *batch)
{
    if (program->is_lookup)
        look_up(program, program_run(program->parts[0], batch), batch->count);
    else if (program->index)
        return give_field(program, batch);
    else if (program->of->op == EXPRESSION_SELF)
        give_rows(program, batch);
    else if (program->of->op != EXPRESSION_CONSTANT)
        run_kernel(program, batch);
    return &program->result;
}

const uint8_t *program_truths(struct program *program, const struct query_field **index,
                              size_t *rows)
{
    const struct query_vector *table = &program->table;
    if (!program->is_lookup || table->type != TYPE_BOOL)
        return NULL;
    if (!program->truths)
        program->truths = memory_zeroed(program->table_rows + 1, 1);
    for (size_t i = 0; i <= program->table_rows; i++)
        program->truths[i] = table->truth[i] && !query_vector_is_absent(table, i);
    *index = program->index;
    *rows = program->table_rows;
    return program->truths;
}

const struct query_vector *program_table(const struct program *program,
                                         const struct query_field **index, size_t *rows)
{
    if (!program->is_lookup)
        return NULL;
    *index = program->index;
    *rows = program->table_rows;
    return &program->table;
}
