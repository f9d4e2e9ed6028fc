/* leaf.c: finds routines and loops in which no other probe can run. */
#include "instrument/c/scope.h"

#include <stdlib.h>
#include <string.h>

bool leaf_is_pure(const char *name)
{
    static const char *const pure[] = {
        "abs",    "acos",   "asin",   "atan",    "atan2",  "cbrt",   "ceil",  "copysign",
        "cos",    "cosh",   "erf",    "exp",     "exp2",   "fabs",   "fdim",  "floor",
        "fma",    "fmax",   "fmin",   "fmod",    "hypot",  "labs",   "log",   "log2",
        "log10",  "log1p",  "lround", "memcmp",  "pow",    "rint",   "round", "sin",
        "sinh",   "sqrt",   "tan",    "tanh",    "trunc",  "memcpy", "ldexp", "expm1",
        "tgamma", "lgamma", "memset", "memmove", "strlen", "strcmp", "isnan", "isinf"};
    if (!strncmp(name, "__builtin_", 10))
        return true;
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof pure / sizeof pure[0]; i++) {
        size_t stem = strlen(pure[i]);
        if (!strncmp(name, pure[i], stem) &&
            (length == stem || (length == stem + 1 && strchr("fl", name[stem]))))
            return true;
    }
    return false;
}

/* True if the call runs no probe: of a builtin, or of a pure function of the C library. */
static bool calls_nothing(const struct node *call)
{
    char *name = tree_name(call);
    CXCursor callee = clang_getCursorReferenced(call->cursor);
    bool pure = *name && leaf_is_pure(name) &&
                (!strncmp(name, "__builtin_", 10) ||
                 clang_Location_isInSystemHeader(clang_getCursorLocation(callee)));
    free(name);
    return pure;
}

bool leaf(const struct scope *scope, const struct node *top)
{
    if (scope->has_stages)
        return false;
    for (struct node *at = tree_next(top, (struct node *)top); at; at = tree_next(top, at)) {
        if (tree_is_loop(at) && !tree_is_block(at))
            return false;
        if (at->kind == CXCursor_CallExpr && !calls_nothing(at))
            return false;
        if (clang_isAttribute(at->kind) || at->kind == CXCursor_GCCAsmStmt)
            return false; /* the attribute may be a cleanup; assembly may call functions */
    }
    for (size_t i = 0; i < scope->mark_count; i++) {
        if (scope->marks[i].start >= top->start && scope->marks[i].start < top->end)
            return false;
    }
    return true;
}
