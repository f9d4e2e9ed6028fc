/* versions.c: declares and calls other versions of a function, which macros name: TRI_TIMED(f). */
#include "instrument/c/light/light.h"

#include <assert.h>

void versions_call(struct instrument_edits *edits, const struct item *item, const char *macro)
{
    assert(item->callee);
    const struct node *name = item->node->first;
    while (name->kind != CXCursor_DeclRefExpr)
        name = name->first;
    instrument_edits_open(edits, name->start, name->depth * 4, "%s(", macro);
    instrument_edits_close(edits, name->end, name->depth * 4, ")");
}

/* Appends the type so that a name can follow it, whatever the type. */
static void add_type(struct buffer *out, CXType type)
{
    CXString text = clang_getTypeSpelling(type);
    buffer_printf(out, "__typeof__(%s)", clang_getCString(text));
    clang_disposeString(text);
}

static void add_parameters(struct buffer *out, CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(function, (unsigned)i);
        CXString name = clang_getCursorSpelling(argument);
        CXType type = clang_getCursorType(argument);
        if (!clang_isRestrictQualifiedType(type)) /* which the function's type drops */
            type = clang_getArgType(clang_getCursorType(function), (unsigned)i);
        buffer_add(out, i ? ", " : "");
        add_type(out, type);
        buffer_printf(out, " %s", clang_getCString(name));
        clang_disposeString(name);
    }
    if (count == 0)
        buffer_add(out, "void");
}

void versions_signature(struct buffer *out, const struct scope *scope, const char *macro)
{
    add_type(out, clang_getCursorResultType(scope->function->cursor));
    if (macro)
        buffer_printf(out, " %s(%s)(", macro, scope->name);
    else
        buffer_printf(out, " %s(", scope->name);
    add_parameters(out, scope->function->cursor);
    buffer_add(out, ")");
}

void versions_arguments(struct buffer *out, const struct scope *scope)
{
    CXCursor function = scope->function->cursor;
    for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
        CXString name = clang_getCursorSpelling(clang_Cursor_getArgument(function, (unsigned)i));
        buffer_printf(out, "%s%s", i ? ", " : "", clang_getCString(name));
        clang_disposeString(name);
    }
}

bool versions_is_void(const struct scope *scope)
{
    CXType result = clang_getCursorResultType(scope->function->cursor);
    return clang_getCanonicalType(result).kind == CXType_Void;
}
