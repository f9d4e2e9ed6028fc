/* write.c: writes an instrumented C file: the #include of the probes, the user's text with probes,
 * wrappers of light functions, and the tables of regions and lights. */
#include "instrument/c/asked.h"
#include "instrument/c/light/light.h"
#include "instrument/c/places/translate.h"
#include "instrument/c/values.h"
#include "instrument/instrument.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Orders owners by their shape: the numbers of their sums and ranges. */
static int compare_shapes(const void *left, const void *right)
{
    const struct instrument_plan_region *a = *(const struct instrument_plan_region *const *)left;
    const struct instrument_plan_region *b = *(const struct instrument_plan_region *const *)right;
    if (a->sums != b->sums)
        return a->sums < b->sums ? -1 : 1;
    return (a->ranges > b->ranges) - (a->ranges < b->ranges);
}

static void write_shape(struct buffer *out, const struct instrument_plan_region *region)
{
    buffer_printf(out, "TRI_SHAPE(%u, %u", region->sums, region->ranges);
    for (unsigned i = 0; i < region->sums; i++)
        buffer_printf(out, ", TRI_SUM_VALUE(%u)", i);
    for (unsigned i = 0; i < region->ranges; i++)
        buffer_printf(out, ", TRI_RANGE_VALUES(%u)", i);
    buffer_add(out, region->sums || region->ranges ? ");\n" : ", 0);\n");
}

static void write_chain(struct buffer *out, unsigned length)
{
    buffer_printf(out, "TRI_CHAIN(%u", length);
    for (unsigned i = 0; i < length; i++)
        buffer_printf(out, ", TRI_LINK(%u)", i);
    buffer_add(out, ");\n");
}

/* True if one of the first owners, those that have the shape of owners[0], is a chain. */
static bool has_chain(const struct instrument_plan_region **owners, size_t count)
{
    for (size_t i = 0; i < count && compare_shapes(&owners[0], &owners[i]) == 0; i++) {
        if (owners[i]->is_chain)
            return true;
    }
    return false;
}

/* Writes the type of each shape of owners in the file once. */
static void write_shapes(const struct instrument_plan *plan, struct buffer *out)
{
    const struct instrument_plan_region **owners = memory_zeroed(plan->count, sizeof *owners);
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->regions[i].is_nest)
            owners[count++] = &plan->regions[i];
    }
    if (count)
        qsort(owners, count, sizeof *owners, compare_shapes);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_shapes(&owners[i - 1], &owners[i]) == 0)
            continue;
        write_shape(out, owners[i]);
        if (has_chain(&owners[i], count - i))
            write_chain(out, owners[i]->sums);
    }
    free(owners);
}

static void write_table(const struct unit *unit, const struct instrument_request *request,
                        struct buffer *out)
{
    const struct instrument_plan *plan = &unit->plan;
    buffer_printf(out, "#line 1 \"<triptych>\"\nTRI_TABLE(%zu) = {\n", plan->count);
    instrument_table_rows(out, plan);
    buffer_add(out, "};\n");
    if (plan->light_count) {
        buffer_printf(out, "TRI_LIGHTS(%zu) = {\n", plan->light_count);
        instrument_table_lights(out, plan);
        buffer_add(out, "};\n");
    }
    buffer_printf(out, "TRI_%sUNIT_END(%zu, ", plan->light_count ? "LIT_" : "", plan->count);
    instrument_table_quote(out, request->shown);
    buffer_add(out, ", ");
    instrument_table_quote(out, request->directory);
    if (plan->light_count)
        buffer_printf(out, ", tri_lights, %zu", plan->light_count);
    buffer_add(out, ");\n");
}

/* True if one of the tokens may begin a loop. */
static bool has_loop(const struct lex *lex)
{
    for (size_t i = 0; i < lex->count; i++) {
        if (lex_is(lex, i, "for") || lex_is(lex, i, "while"))
            return true;
    }
    return false;
}

/* Inserts pragmas into text that libclang skips and that may have loops. If the compiler does not
 * skip it, it prints their message, INSTRUMENT_UNSEEN. */
static void mark_unseen(struct unit *unit)
{
    for (size_t i = 0; i < unit->skipped_count; i++) {
        const struct lex_span *span = &unit->skipped[i];
        struct lex lex = {0};
        lex_read(&lex, unit->text + span->start, span->end - span->start, NULL, 0);
        bool marks = has_loop(&lex) && span->start > 0 && unit->text[span->start - 1] != '\\';
        lex_free(&lex);
        if (!marks)
            continue;
        struct buffer file = {0};
        char *shown;
        unsigned line = unit_line(unit, span->start, &shown) + 1;
        instrument_table_quote(&file, shown);
        instrument_edits_open(&unit->plan.edits, span->start, 0,
                              "\n#pragma message \"" INSTRUMENT_UNSEEN "%u\"\n#line %u %s", line,
                              line, file.text);
        buffer_free(&file);
        free(shown);
    }
}

static void write_unit(struct unit *unit, const struct instrument_request *request,
                       struct buffer *out)
{
    struct instrument_plan *plan = &unit->plan;
    if (request->is_guessed)
        mark_unseen(unit);
    size_t from = unit->size >= 3 && !memcmp(unit->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    buffer_printf(out, "#include %s\n", request->header);
    buffer_printf(out, "TRI_UNIT_BEGIN(%zu);\n", plan->count);
    write_shapes(plan, out);
    if (unit->tallies || unit->tally_ranges)
        buffer_printf(out, "TRI_TALLIES(%u, %u);\n", unit->tallies, unit->tally_ranges);
    buffer_add(out, "#line 1 ");
    instrument_table_quote(out, request->shown);
    buffer_add(out, "\n");
    instrument_edits_apply(&plan->edits, unit->text, from, unit->size, out);
    if (unit->size == 0 || unit->text[unit->size - 1] != '\n')
        buffer_add(out, "\n");
    wrappers_write(unit, out);
    write_table(unit, request, out);
}

/* Adds an included file below the current folder to the result. */
static void add_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    struct instrument_result *done = data;
    CXString name = clang_getFileName(file);
    const char *text = clang_getCString(name);
    if (depth > 0 && text && !strncmp(text, "./", 2)) {
        done->headers = realloc(done->headers, (done->header_count + 1) * sizeof *done->headers);
        done->headers[done->header_count++] = memory_string(text);
    }
    clang_disposeString(name);
}

/* Writes the text with nothing but recording statements, on the same lines. */
static void write_values(struct unit *unit, struct instrument_values *values, struct buffer *out)
{
    instrument_values_clear(values);
    values_plan(unit, values);
    buffer_add(out, "extern void tri_profile_value(unsigned, double);\n#line 1\n");
    instrument_edits_apply(&unit->plan.edits, unit->text, 0, unit->size, out);
}

bool instrument_c(const struct instrument_request *request, struct instrument_result *done,
                  struct error *error)
{
    struct unit unit = {.path = request->path,
                        .shown = request->shown,
                        .untimed_loops = request->untimed_loops,
                        .every_probe = request->every_probe || request->is_guessed,
                        .labels = request->labels,
                        .is_pic = request->is_pic,
                        .inlines = request->inlines,
                        .loops_tails = request->loops_tails};
    *done = (struct instrument_result){0};
    bool parsed = unit_open(&unit, request, error);
    if (parsed && request->values) {
        struct buffer out = {0};
        write_values(&unit, request->values, &out);
        done->size = out.used;
        done->text = buffer_take(&out);
    } else if (parsed && request->translates) {
        translate_file(&unit, request, done);
    } else if (parsed) {
        routines_plan(&unit);
        if (unit.plan.count) {
            struct buffer out = {0};
            write_unit(&unit, request, &out);
            done->size = out.used;
            done->text = buffer_take(&out);
        }
        routines_free(&unit);
        clang_getInclusions(unit.tu, add_header, done);
        asked_find(&unit, done);
        done->includes_itself = unit.includes_itself;
        done->plan = unit.plan;
        unit.plan = (struct instrument_plan){0};
    }
    unit_close(&unit);
    return parsed;
}
