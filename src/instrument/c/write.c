/* write.c: an instrumented C file: its first line, the user's text with probes, the table of
 * regions. */
#include "instrument/c/scope.h"
#include "instrument/instrument.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_quoted(struct buffer *out, const char *text)
{
    buffer_add(out, "\"");
    for (const char *at = text; *at; at++) {
        if (*at == '"' || *at == '\\')
            buffer_printf(out, "\\%c", *at);
        else if ((unsigned char)*at < ' ')
            buffer_printf(out, "\\%03o", (unsigned char)*at);
        else
            buffer_add_bytes(out, at, 1);
    }
    buffer_add(out, "\"");
}

static void add_flags(struct buffer *out, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{TRI_DETERMINED, "TRI_DETERMINED"},
                 {TRI_LEAF, "TRI_LEAF"},
                 {TRI_READS, "TRI_READS"},
                 {TRI_WRITES, "TRI_WRITES"},
                 {TRI_UNMEASURED, "TRI_UNMEASURED"},
                 {TRI_WHILE, "TRI_WHILE"},
                 {TRI_DO, "TRI_DO"},
                 {TRI_UNTIMED, "TRI_UNTIMED"}};
    const char *between = "";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (flags & names[i].flag) {
            buffer_printf(out, "%s%s", between, names[i].name);
            between = " | ";
        }
    }
    if (!*between)
        buffer_add(out, "0");
}

static const char *kind_name(enum tri_kind kind)
{
    switch (kind) {
    case TRI_KIND_ROUTINE:
        return "TRI_KIND_ROUTINE";
    case TRI_KIND_LOOP:
        return "TRI_KIND_LOOP";
    case TRI_KIND_IO:
        return "TRI_KIND_IO";
    default:
        return "TRI_KIND_USER";
    }
}

static void add_row(struct buffer *out, const struct plan_region *region)
{
    buffer_printf(out, "    TRI_ROW(%s, %s, ",
                  region->flags & TRI_UNMEASURED ? "TRI_OFF" : "TRI_NEW", kind_name(region->kind));
    add_flags(out, region->flags);
    buffer_printf(out, ", %u, %u, %u, %u, ", region->seq < 65535 ? region->seq : 65535,
                  region->line, region->end_line, region->routine);
    add_quoted(out, region->name);
    buffer_add(out, ", ");
    add_quoted(out, region->file);
    buffer_add(out, ", ");
    if (region->note)
        add_quoted(out, region->note);
    else
        buffer_add(out, "0");
    buffer_add(out, "),\n");
}

static void write_unit(struct unit *unit, const struct instrument_request *request,
                       struct buffer *out)
{
    struct plan *plan = &unit->plan;
    size_t from = unit->size >= 3 && !memcmp(unit->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    buffer_printf(out, "#include %s\n", request->header);
    buffer_printf(out, "TRI_UNIT_BEGIN(%zu);\n#line 1 ", plan->count);
    add_quoted(out, request->shown);
    buffer_add(out, "\n");
    edits_apply(&plan->edits, unit->text, from, unit->size, out);
    if (unit->size == 0 || unit->text[unit->size - 1] != '\n')
        buffer_add(out, "\n");
    buffer_printf(out, "#line 1 \"<triptych>\"\nTRI_TABLE(%zu) = {\n", plan->count);
    for (size_t i = 0; i < plan->count; i++)
        add_row(out, &plan->regions[i]);
    buffer_printf(out, "};\nTRI_UNIT_END(%zu, ", plan->count);
    add_quoted(out, request->shown);
    buffer_add(out, ", ");
    add_quoted(out, request->directory);
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

void instrument_free(struct instrumented *done)
{
    free(done->text);
    free(done->table);
    plan_free(&done->plan);
    for (size_t i = 0; i < done->header_count; i++)
        free(done->headers[i]);
    free(done->headers);
    *done = (struct instrumented){0};
}
