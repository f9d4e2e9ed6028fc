/* types.c: types of variables that get into a block. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

bool types_is_pointer(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Pointer;
}

bool types_is_array(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_ConstantArray || kind == CXType_VariableArray ||
           kind == CXType_IncompleteArray;
}

/* The search for a pointer in the fields of a struct. */
struct looking {
    bool found;
    char **field;
};

static enum CXVisitorResult look_at_field(CXCursor field, CXClientData data)
{
    struct looking *looking = data;
    if (!types_have_pointer(clang_getCursorType(field), looking->field))
        return CXVisit_Continue;
    looking->found = true;
    if (looking->field && !*looking->field) {
        CXString name = clang_getCursorSpelling(field);
        *looking->field = memory_string(clang_getCString(name) ? clang_getCString(name) : "");
        clang_disposeString(name);
    }
    return CXVisit_Break;
}

bool types_have_pointer(CXType type, char **field)
{
    CXType plain = clang_getCanonicalType(type);
    struct looking looking = {false, field};
    while (types_is_array(plain))
        plain = clang_getCanonicalType(clang_getArrayElementType(plain));
    if (plain.kind == CXType_Pointer || plain.kind == CXType_BlockPointer)
        return true;
    if (plain.kind == CXType_Record)
        clang_Type_visitFields(plain, look_at_field, &looking);
    return looking.found;
}

bool types_is_variable(CXType type)
{
    CXType plain = clang_getCanonicalType(type);
    if (plain.kind == CXType_VariableArray)
        return true;
    if (types_is_array(plain))
        return types_is_variable(clang_getArrayElementType(plain));
    return plain.kind == CXType_Pointer && types_is_variable(clang_getPointeeType(plain));
}

char *types_spelling(CXType type)
{
    CXString name = clang_getTypeSpelling(type);
    char *copy = memory_string(clang_getCString(name) ? clang_getCString(name) : "");
    clang_disposeString(name);
    return copy;
}

bool types_is_unnamed(CXType type)
{
    char *name = types_spelling(type);
    bool unnamed = strstr(name, "(unnamed") || strstr(name, "(anonymous");
    free(name);
    return unnamed;
}

long long types_alignment(CXType type)
{
    return clang_Type_getAlignOf(type);
}

long long types_size(CXType type)
{
    long long size =
        types_is_variable(type) && !types_is_pointer(type) ? -1 : clang_Type_getSizeOf(type);
    return size < 0 ? -1 : size;
}

unsigned types_declare(struct buffer *out, CXType type, const char *declarator, unsigned extra)
{
    if (!types_is_variable(type)) {
        char *name = types_spelling(type);
        buffer_printf(out, "__typeof__(%s) %s", name, declarator);
        free(name);
        return extra;
    }
    CXType plain = clang_getCanonicalType(type);
    char *longer;
    CXType inner;
    if (plain.kind == CXType_Pointer) {
        longer = memory_printf("(*%s)", declarator);
        inner = clang_getPointeeType(plain);
    } else if (plain.kind == CXType_VariableArray) {
        longer = memory_printf("%s[tri_n[%u]]", declarator, extra++);
        inner = clang_getArrayElementType(plain);
    } else {
        longer = memory_printf("%s[%lld]", declarator, clang_getArraySize(plain));
        inner = clang_getArrayElementType(plain);
    }
    extra = types_declare(out, inner, longer, extra);
    free(longer);
    return extra;
}

unsigned types_sizes(struct buffer *out, CXType type, const char *expression)
{
    unsigned count = 0;
    char *at = memory_string(expression);
    for (CXType plain = clang_getCanonicalType(type); types_is_variable(plain);) {
        bool pointer = plain.kind == CXType_Pointer;
        char *next = memory_printf("%s[0]", at);
        if (plain.kind == CXType_VariableArray) {
            buffer_printf(out, ", sizeof(%s) / sizeof(%s)", at, next);
            count++;
        }
        plain = clang_getCanonicalType(pointer ? clang_getPointeeType(plain)
                                               : clang_getArrayElementType(plain));
        free(at);
        at = next;
    }
    free(at);
    return count;
}
