/* header.c: reads mpi.h with libclang. */
#include "generate.h"

#include "util/memory.h"

#include <clang-c/Index.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(CXString string)
{
    const char *text = clang_getCString(string);
    char *copy = memory_string(text ? text : "");
    clang_disposeString(string);
    return copy;
}

/* Returns the name without _c: a large-count function is a variant of the function without it. */
static char *base_of(const char *name)
{
    size_t size = strlen(name);
    char *base = memory_string(name);
    if (size > 2 && !strcmp(name + size - 2, "_c"))
        base[size - 2] = '\0';
    return base;
}

static bool is_text(CXType type)
{
    CXType inner =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    while (inner.kind == CXType_Pointer || clang_getArrayElementType(inner).kind != CXType_Invalid)
        inner = inner.kind == CXType_Pointer ? clang_getPointeeType(inner)
                                             : clang_getArrayElementType(inner);
    return inner.kind == CXType_Char_S || inner.kind == CXType_Char_U;
}

static void add_parameter(struct function *function, CXCursor cursor)
{
    CXType type = clang_getCursorType(cursor);
    char *name = text_of(clang_getCursorSpelling(cursor));
    if (!*name) {
        free(name);
        name = memory_printf("a%zu", function->count);
    }
    function->parameters = memory_grow(function->parameters, &function->room, function->count + 1,
                                       sizeof *function->parameters);
    bool is_array = clang_getArrayElementType(type).kind != CXType_Invalid;
    char *spelling =
        text_of(clang_getTypeSpelling(is_array ? clang_getArrayElementType(type) : type));
    function->parameters[function->count++] = (struct parameter){
        .type = is_array ? memory_printf("__typeof__(%s) *", spelling)
                         : memory_printf("__typeof__(%s) ", spelling),
        .name = name,
        .is_text = is_text(type),
    };
    free(spelling);
}

static enum CXChildVisitResult see(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct functions *functions = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    char *name = text_of(clang_getCursorSpelling(cursor));
    bool wanted = !strncmp(name, "MPI_", 4) || !strncmp(name, "MPIX_", 5);
    for (size_t i = 0; i < functions->count; i++)
        wanted &= strcmp(functions->all[i].name, name) != 0;
    if (!wanted) {
        free(name);
        return CXChildVisit_Continue;
    }
    functions->all =
        memory_grow(functions->all, &functions->room, functions->count + 1, sizeof *functions->all);
    struct function *function = &functions->all[functions->count++];
    CXType result = clang_getCursorResultType(cursor);
    *function = (struct function){
        .name = name,
        .base = base_of(name),
        .result = text_of(clang_getTypeSpelling(result)),
        .is_special = result.kind != CXType_Int,
    };
    int count = clang_Cursor_getNumArguments(cursor);
    for (int i = 0; i < count; i++)
        add_parameter(function, clang_Cursor_getArgument(cursor, (unsigned)i));
    return CXChildVisit_Continue;
}

bool header_read(struct functions *functions, const char *const *arguments, int count,
                 struct error *error)
{
    static const char source[] = "#include <mpi.h>\n";
    struct CXUnsavedFile file = {"wrappers.c", source, sizeof source - 1};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = clang_parseTranslationUnit(
        index, file.Filename, arguments, count, &file, 1, CXTranslationUnit_SkipFunctionBodies);
    if (unit)
        clang_visitChildren(clang_getTranslationUnitCursor(unit), see, functions);
    for (unsigned i = 0; unit && i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error && !error->text[0]) {
            char *text = text_of(
                clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions()));
            error_set(error, "mpi.h cannot be read: %s", text);
            free(text);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    if (!functions->count && !error->text[0])
        error_set(error, "mpi.h declares no functions");
    return !error->text[0];
}

void header_free(struct functions *functions)
{
    for (size_t i = 0; i < functions->count; i++) {
        struct function *function = &functions->all[i];
        for (size_t k = 0; k < function->count; k++) {
            free(function->parameters[k].type);
            free(function->parameters[k].name);
        }
        free(function->parameters);
        free(function->name);
        free(function->base);
        free(function->result);
    }
    free(functions->all);
}
