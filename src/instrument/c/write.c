/* write.c: an instrumented C file: its first line, the user's text with probes, the table of
 * regions. */
#include "instrument/c/scope.h"
#include "instrument/instrument.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static void write_unit(struct unit *unit, const struct instrument_request *request,
                       struct buffer *out)
{
    struct plan *plan = &unit->plan;
    size_t from = unit->size >= 3 && !memcmp(unit->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    buffer_printf(out, "#include %s\n", request->header);
    buffer_printf(out, "TRI_UNIT_BEGIN(%zu);\n#line 1 ", plan->count);
    table_quote(out, request->shown);
    buffer_add(out, "\n");
    edits_apply(&plan->edits, unit->text, from, unit->size, out);
    if (unit->size == 0 || unit->text[unit->size - 1] != '\n')
        buffer_add(out, "\n");
    buffer_printf(out, "#line 1 \"<triptych>\"\nTRI_TABLE(%zu) = {\n", plan->count);
    table_rows(out, plan);
    buffer_printf(out, "};\nTRI_UNIT_END(%zu, ", plan->count);
    table_quote(out, request->shown);
    buffer_add(out, ", ");
    table_quote(out, request->directory);
    buffer_add(out, ");\n");
}

static void add_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    struct instrumented *done = data;
    CXString name = clang_getFileName(file);
    const char *text = clang_getCString(name);
    if (depth > 0 && text && !strncmp(text, "./", 2)) {
        done->headers = realloc(done->headers, (done->header_count + 1) * sizeof *done->headers);
        done->headers[done->header_count++] = memory_string(text);
    }
    clang_disposeString(name);
}

bool instrument_c(const struct instrument_request *request, struct instrumented *done,
                  struct error *error)
{
    struct unit unit = {
        .path = request->path, .shown = request->shown, .untimed_loops = request->untimed_loops};
    *done = (struct instrumented){0};
    bool parsed = unit_open(&unit, request, error);
    if (parsed) {
        routines_plan(&unit);
        if (unit.plan.count) {
            struct buffer out = {0};
            write_unit(&unit, request, &out);
            done->size = out.used;
            done->text = buffer_take(&out);
        }
        clang_getInclusions(unit.tu, add_header, done);
        done->includes_itself = unit.includes_itself;
        done->wants_original = unit.ignores_results || unit.fills_empty ||
                               (unit.size && unit.text[unit.size - 1] != '\n');
        done->plan = unit.plan;
        unit.plan = (struct plan){0};
    }
    unit_close(&unit);
    return parsed;
}
