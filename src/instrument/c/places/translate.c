/* translate.c: see translate.h */
#include "instrument/c/places/translate.h"

#include "instrument/c/places/directive.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* The functions of the file that have something to translate. */
struct functions {
    struct translation *translation;
    struct function **list;
    size_t count, room;
};

static void free_function(struct function *function)
{
    for (size_t i = 0; i < function->variable_count; i++)
        free(function->variables[i].name);
    free(function->variables);
    free(function->directives);
    free(function->name);
    tree_free(function->node);
    free(function);
}

/* True if a function has a directive, or is main(). */
static bool is_concerned(const struct translation *translation, const struct function *function)
{
    for (size_t i = 0; i < translation->count; i++) {
        if (translation->directives[i]->start >= function->body->start &&
            translation->directives[i]->start < function->body->end)
            return true;
    }
    return !strcmp(function->name, "main");
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct functions *functions = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        !clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    struct function *function = memory_zeroed(1, sizeof *function);
    function->node = tree_new(functions->translation->unit, cursor);
    function->body = function->node->last;
    function->name = tree_name(function->node);
    if (!function->node->in_file || !function->body || !function->body->in_file ||
        function->body->from != FROM_TEXT || function->body->end_from != FROM_TEXT ||
        function->body->kind != CXCursor_CompoundStmt ||
        !is_concerned(functions->translation, function)) {
        free_function(function);
        return CXChildVisit_Continue;
    }
    functions->list = memory_grow(functions->list, &functions->room, functions->count + 1,
                                  sizeof *functions->list);
    functions->list[functions->count++] = function;
    return CXChildVisit_Continue;
}

/* Names the functions that blocks become. A directive has a line of its own. */
static void name_blocks(const struct unit *unit, const struct function *function)
{
    static const char *const words[] = {"finish", "async", "at", "async_at"};
    for (size_t i = 0; i < function->directive_count; i++) {
        struct directive *directive = function->directives[i];
        unsigned line = unit_line(unit, directive->start, NULL);
        if (directive_is_outlined(directive))
            directive->outlined =
                memory_printf("tri_%s_%u_%s", words[directive->kind], line, function->name);
    }
}

static void check_function(struct translation *translation, struct function *function)
{
    size_t errors = translation->error_count;
    directive_lines_place(translation, function);
    if (translation->error_count > errors)
        return;
    variables_list(translation->unit, function);
    jumps_out_check(translation, function);
    captures_find(translation, function);
    name_blocks(translation->unit, function);
}

static void check_outside(struct translation *translation)
{
    for (size_t i = 0; i < translation->count; i++) {
        if (!translation->directives[i]->function)
            complain(translation, translation->directives[i]->start,
                     "`%s` is in no function of this file",
                     directive_word(translation->directives[i]));
    }
}

/* Returns a number for the file that is the same wherever the program runs. */
static unsigned long long hash_file(const struct unit *unit,
                                    const struct instrument_request *request)
{
    unsigned long long hash = 0xcbf29ce484222325ULL;
    const char *const parts[] = {request->directory, request->shown, unit->text};
    const size_t sizes[] = {strlen(request->directory), strlen(request->shown), unit->size};
    for (int p = 0; p < 3; p++) {
        for (size_t i = 0; i < sizes[p]; i++)
            hash = (hash ^ (unsigned char)parts[p][i]) * 0x100000001b3ULL;
    }
    return hash;
}

static void write_top(const struct translation *translation,
                      const struct instrument_request *request, struct buffer *out)
{
    buffer_add(out, "#define TRI_PLACES_TRANSLATED 1\n#define TRI_DIRECTORY ");
    instrument_table_quote(out, request->directory);
    buffer_printf(out, "\n#include %s\n", request->header);
    if (translation->count)
        buffer_printf(out, "static struct tri_site tri_sites[%zu];\n", translation->count);
    for (size_t i = 0; i < translation->count; i++) {
        if (translation->directives[i]->outlined)
            buffer_printf(out, "static void %s(char *tri_data);\n",
                          translation->directives[i]->outlined);
        if (capture_any_back(translation->directives[i]))
            buffer_printf(out, "static void %s_back(char *tri_d);\n",
                          translation->directives[i]->outlined);
    }
    buffer_add(out, "#line 1 ");
    instrument_table_quote(out, request->shown);
    buffer_add(out, "\n");
}

static void write_function(struct translation *translation, const struct function *function,
                           struct buffer *out)
{
    size_t inside = function->body->start + 1;
    outline_text(translation, function, NULL, function->node->start, inside, out);
    if (!strcmp(function->name, "main"))
        buffer_add(out, " __attribute__((cleanup(tri_main_leave), unused)) const int tri_main = "
                        "(tri_main_enter(), 0);");
    outline_text(translation, function, NULL, inside, function->body->end, out);
    bool any = false;
    for (size_t i = 0; i < function->directive_count; i++) {
        if (function->directives[i]->outlined)
            block_write(translation, function->directives[i], out);
        any = any || function->directives[i]->outlined;
    }
    char *file;
    unsigned line = unit_line(translation->unit, function->body->end - 1, &file);
    if (any) {
        buffer_printf(out, "#line %u ", line);
        instrument_table_quote(out, file);
        buffer_add(out, "\n");
    }
    free(file);
}

static unsigned flags_of(const struct directive *directive, const struct capture *capture)
{
    bool address = capture->way == WAY_SHARE ||
                   (capture->way == WAY_REDUCE && directive->kind == DIRECTIVE_ASYNC);
    bool back = capture_goes_back(directive, capture);
    return (address ? 4u : 1u) | (back ? 2u : 0u) | (directive->is_dynamic ? 8u : 0u);
}

static void write_variables(const struct unit *unit, const struct directive *directive,
                            struct buffer *out)
{
    if (!directive->capture_count)
        return;
    buffer_printf(out, "static const struct tri_variable tri_variables_%u[] = {\n",
                  directive->number);
    for (size_t i = 0; i < directive->capture_count; i++) {
        const struct capture *capture = &directive->captures[i];
        char *type = types_spelling(capture->variable->type);
        unsigned flags = flags_of(directive, capture) | uses_of(unit, directive, capture) |
                         (unchanged_in_loop(unit, directive, capture) ? 128u : 0u);
        long long size =
            flags & 4 ? (long long)sizeof(void *) : types_size(capture->variable->type);
        buffer_add(out, "{");
        instrument_table_quote(out, capture->variable->name);
        buffer_add(out, ", ");
        instrument_table_quote(out, type);
        buffer_printf(out, ", %lldu, %uu},\n", directive->is_dynamic ? 0 : size, flags);
        free(type);
    }
    buffer_add(out, "};\n");
}

static void write_site(const struct translation *translation, const struct directive *directive,
                       unsigned long long key, struct buffer *out)
{
    static const char *const kinds[] = {"FINISH", "ASYNC", "AT",  "ASYNC_AT",
                                        "ATOMIC", "WHEN",  "NEXT"};
    char *file;
    unsigned line = unit_line(translation->unit, directive->start, &file);
    unsigned end = unit_line(translation->unit, directive->stop - 1, NULL);
    buffer_printf(out, "{.key = %lluULL, .kind = TRI_SITE_%s, .file = ", key,
                  kinds[directive->kind]);
    instrument_table_quote(out, file);
    buffer_add(out, ", .routine = ");
    instrument_table_quote(out, directive->function->name);
    buffer_printf(out, ", .line = %u, .end_line = %u", line, end);
    const struct function *function = directive->function;
    buffer_printf(out, ", .routine_line = %u, .routine_end = %u",
                  unit_line(translation->unit, function->node->start, NULL),
                  unit_line(translation->unit, function->body->end - 1, NULL));
    if (directive->outlined)
        buffer_printf(out, ", .run = %s", directive->outlined);
    if (capture_any_back(directive))
        buffer_printf(out, ", .back = %s_back", directive->outlined);
    if (directive->capture_count)
        buffer_printf(out, ", .variables = tri_variables_%u, .variable_count = %zu",
                      directive->number, directive->capture_count);
    buffer_add(out, "},\n");
    free(file);
}

static void write_sites(const struct translation *translation,
                        const struct instrument_request *request, struct buffer *out)
{
    unsigned long long key = hash_file(translation->unit, request);
    if (!translation->count)
        return;
    buffer_add(out, "#line 1 \"<triptych>\"\n");
    for (size_t i = 0; i < translation->count; i++)
        write_variables(translation->unit, translation->directives[i], out);
    buffer_printf(out, "static struct tri_site tri_sites[%zu] = {\n", translation->count);
    for (size_t i = 0; i < translation->count; i++)
        write_site(translation, translation->directives[i], key + i, out);
    buffer_printf(out, "};\n#define TRI_SITE_COUNT %zu\n#define TRI_SITE_DIRECTORY ",
                  translation->count);
    instrument_table_quote(out, request->directory);
    buffer_printf(out, "\n#include %s\n", request->header);
}

static void write_file(struct translation *translation, const struct functions *functions,
                       const struct instrument_request *request, struct buffer *out)
{
    const struct unit *unit = translation->unit;
    size_t at = unit->size >= 3 && !memcmp(unit->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    write_top(translation, request, out);
    for (size_t i = 0; i < functions->count; i++) {
        const struct function *function = functions->list[i];
        buffer_add_bytes(out, unit->text + at, function->node->start - at);
        write_function(translation, function, out);
        at = function->body->end;
    }
    buffer_add_bytes(out, unit->text + at, unit->size - at);
    buffer_add(out, "\n");
    write_sites(translation, request, out);
}

static void notice_header(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    CXString name = clang_getFileName(file);
    const char *text = clang_getCString(name), *wanted = "triptych/places.h";
    size_t length = text ? strlen(text) : 0;
    if (depth > 0 && length >= strlen(wanted) && !strcmp(text + length - strlen(wanted), wanted))
        *(bool *)data = true;
    clang_disposeString(name);
}

void translate_file(const struct unit *unit, const struct instrument_request *request,
                    struct instrument_result *done)
{
    struct translation translation = {.unit = unit};
    struct functions functions = {.translation = &translation};
    bool includes = false;
    directive_lines_read(&translation);
    clang_getInclusions(unit->tu, notice_header, &includes);
    if (translation.count || includes)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit, &functions);
    for (size_t i = 0; i < functions.count; i++)
        check_function(&translation, functions.list[i]);
    if (!translation.error_count)
        check_outside(&translation);
    if (translation.error_count) {
        done->errors = complaints_take(&translation);
    } else if (translation.count || includes) {
        struct buffer out = {0};
        write_file(&translation, &functions, request, &out);
        done->size = out.used;
        done->text = buffer_take(&out);
    }
    for (size_t i = 0; i < translation.count; i++)
        directive_free(translation.directives[i]);
    for (size_t i = 0; i < functions.count; i++)
        free_function(functions.list[i]);
    free(translation.directives);
    free(functions.list);
}
