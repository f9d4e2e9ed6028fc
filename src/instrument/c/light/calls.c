/* calls.c: see calls.h */
#include "instrument/c/light/calls.h"

#include "instrument/c/io_table.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A function that a header defines, and the result of is_definition_harmless(). */
struct known {
    CXCursor function;
    bool is_harmless;
};

enum { DEEPEST = 8 }; /* levels of calls between functions of headers */

/* True for functions of the C library that call no function of the program, and that end the
 * program only as a crash does. */
static bool is_of_library(const char *name)
{
    static const char *const names[] = {"abort",
                                        "__assert_fail",
                                        "isalnum",
                                        "isalpha",
                                        "isblank",
                                        "iscntrl",
                                        "isdigit",
                                        "isgraph",
                                        "islower",
                                        "isprint",
                                        "ispunct",
                                        "isspace",
                                        "isupper",
                                        "isxdigit",
                                        "tolower",
                                        "toupper",
                                        "memchr",
                                        "strchr",
                                        "strrchr",
                                        "strncmp",
                                        "strcpy",
                                        "strncpy",
                                        "strcat",
                                        "strstr",
                                        "llabs",
                                        "lrint",
                                        "llrint",
                                        "llround",
                                        "nearbyint",
                                        "remainder",
                                        "asinh",
                                        "acosh",
                                        "atanh",
                                        "erfc",
                                        "scalbn",
                                        "logb",
                                        "ilogb",
                                        "modf",
                                        "frexp",
                                        "nan",
                                        "cabs",
                                        "creal",
                                        "cimag",
                                        "carg",
                                        "conj",
                                        "cexp",
                                        "csqrt",
                                        "cpow",
                                        "sincos",
                                        "rand",
                                        "rand_r",
                                        "drand48",
                                        "erand48",
                                        "random",
                                        "atoi",
                                        "atof",
                                        "strtol",
                                        "strtod",
                                        "clock",
                                        "time",
                                        "__errno_location",
                                        "__ctype_b_loc",
                                        "__ctype_tolower_loc",
                                        "__ctype_toupper_loc"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);
        if (!strncmp(name, names[i], length) &&
            (!name[length] || (strchr("fl", name[length]) && !name[length + 1])))
            return true;
    }
    return false;
}

/* True for builtins that return and call no function of the program. */
static bool is_builtin(const char *name)
{
    return !strncmp(name, "__builtin_", 10) && !strstr(name, "longjmp") &&
           !strstr(name, "setjmp") && !strstr(name, "alloca") && !strstr(name, "apply") &&
           !strstr(name, "unwind") && !strstr(name, "eh_return");
}

static bool is_function_harmless(struct unit *unit, CXCursor function, int depth);

/* A search for calls in a function of a header that are not harmless. */
struct looking {
    struct unit *unit;
    int depth;
    bool harmless;
};

static enum CXChildVisitResult look_at_call(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct looking *looking = data;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr &&
        !is_function_harmless(looking->unit, clang_getCursorReferenced(cursor), looking->depth + 1))
        looking->harmless = false;
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedAttr &&
        clang_getCursorKind(parent) == CXCursor_VarDecl)
        looking->harmless = false; /* it may be a cleanup */
    return looking->harmless ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* True if a function that a header defines runs no probe and returns: it is not measured itself,
 * and its body is examined. */
static bool is_definition_harmless(struct unit *unit, CXCursor definition, int depth)
{
    CXFile file;
    clang_getExpansionLocation(clang_getCursorLocation(definition), &file, NULL, NULL, NULL);
    if (depth >= DEEPEST || !file || clang_File_isEqual(file, unit->file))
        return false;
    for (size_t i = 0; i < unit->known_count; i++) {
        if (clang_equalCursors(unit->known[i].function, definition))
            return unit->known[i].is_harmless;
    }
    size_t place = unit->known_count++;
    unit->known =
        memory_grow(unit->known, &unit->known_room, unit->known_count, sizeof *unit->known);
    unit->known[place] = (struct known){definition, false}; /* the answer if it is recursive */
    struct looking looking = {unit, depth, true};
    clang_visitChildren(definition, look_at_call, &looking);
    unit->known[place].is_harmless = looking.harmless;
    return looking.harmless;
}

static bool is_function_harmless(struct unit *unit, CXCursor function, int depth)
{
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return false;
    CXString text = clang_getCursorSpelling(function);
    const char *name = clang_getCString(text);
    bool system = clang_Location_isInSystemHeader(clang_getCursorLocation(function));
    bool harmless =
        name && (is_builtin(name) || (system && (leaf_is_pure(name) || is_of_library(name))));
    clang_disposeString(text);
    if (harmless)
        return true;
    CXCursor definition = clang_getCursorDefinition(function);
    return !clang_Cursor_isNull(definition) && is_definition_harmless(unit, definition, depth);
}

/* True if the call names its function. For `get()(x)`, libclang says that get is called. */
static bool calls_by_name(const struct node *call)
{
    const struct node *at = call->first;
    while (at && at->kind != CXCursor_DeclRefExpr && at->kind != CXCursor_CallExpr)
        at = at->first;
    return at && at->kind == CXCursor_DeclRefExpr;
}

bool calls_are_harmless(struct unit *unit, const struct node *call)
{
    return calls_by_name(call) &&
           is_function_harmless(unit, clang_getCursorReferenced(call->cursor), 0);
}

bool calls_abort(const struct node *call)
{
    char *name = tree_name(call);
    bool aborts = strstr(name, "abort") || strstr(name, "assert") || strstr(name, "trap") ||
                  strstr(name, "unreachable");
    free(name);
    return aborts;
}

/* True for functions of the C library that return: allocators and a few others. */
static bool is_memory(const char *name)
{
    static const char *const names[] = {
        "malloc",        "calloc",         "realloc",     "free",    "strdup",
        "aligned_alloc", "posix_memalign", "srand",       "srand48", "srandom",
        "getenv",        "clock_gettime",  "gettimeofday"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return false;
}

bool calls_return(const struct node *call)
{
    CXCursor callee = clang_getCursorReferenced(call->cursor);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl ||
        !clang_Location_isInSystemHeader(clang_getCursorLocation(callee)))
        return false;
    char *name = tree_name(call);
    bool returns = io_function(name) || is_memory(name) ||
                   (!strncmp(name, "MPI_", 4) && strcmp(name, "MPI_Abort") != 0) ||
                   !strncmp(name, "omp_", 4);
    free(name);
    return returns;
}

struct scope *calls_callee(const struct unit *unit, const struct node *call)
{
    if (!calls_by_name(call))
        return NULL;
    CXCursor callee = clang_getCanonicalCursor(clang_getCursorReferenced(call->cursor));
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return NULL;
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (clang_equalCursors(unit->scopes[i]->canonical, callee))
            return unit->scopes[i];
    }
    return NULL;
}
