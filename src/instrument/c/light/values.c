/* values.c: see values.h */
#include "instrument/c/light/values.h"

#include "instrument/c/head.h"

#include <limits.h>
#include <string.h>

/* Computes a constant expression by libclang. False if it is none, or too large. */
static bool by_clang(const struct node *expression, long long *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(expression->cursor);
    if (!result)
        return false;
    bool is_known = clang_EvalResult_getKind(result) == CXEval_Int;
    if (is_known && clang_EvalResult_isUnsignedInt(result)) {
        unsigned long long large = clang_EvalResult_getAsUnsigned(result);
        is_known = large <= LLONG_MAX;
        *value = (long long)large;
    } else if (is_known) {
        *value = clang_EvalResult_getAsLongLong(result);
    }
    clang_EvalResult_dispose(result);
    return is_known;
}

static bool of_variable(const struct values *values, CXCursor variable, long long *value)
{
    for (int i = values ? values->count : 0; i-- > 0;) {
        if (clang_equalCursors(values->variable[i], variable)) {
            *value = values->value[i];
            return true;
        }
    }
    return false;
}

static bool compare(const char *operator, long long left, long long right, long long *value)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    const int results[] = {left<right, left <= right, left> right,
                           left >= right,
                           left == right,
                           left != right,
                           left && right,
                           left || right};
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (!strcmp(operator, operators[i])) {
            *value = results[i];
            return true;
        }
    }
    return false;
}

static bool compute(const char *operator, long long left, long long right, long long *value)
{
    switch (operator[1] ? 0 : operator[0]) {
    case '+':
        return !__builtin_add_overflow(left, right, value);
    case '-':
        return !__builtin_sub_overflow(left, right, value);
    case '*':
        return !__builtin_mul_overflow(left, right, value);
    case '/':
    case '%':
        if (right == 0 || (left == LLONG_MIN && right == -1))
            return false;
        *value = operator[0] == '/' ? left / right : left % right;
        return true;
    case '&':
        *value = left & right;
        return true;
    default:
        return compare(operator, left, right, value);
    }
}

/* True if the expression has a type in which the program computes as we do here: signed, without
 * wrapping around. */
static bool is_signed(const struct node *expression)
{
    switch (clang_getCanonicalType(clang_getCursorType(expression->cursor)).kind) {
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Bool:
        return true;
    default:
        return false;
    }
}

/* True if the type of the expression can hold the value. */
static bool fits(const struct node *expression, long long value)
{
    return clang_getCanonicalType(clang_getCursorType(expression->cursor)).kind != CXType_Int ||
           (value >= INT_MIN && value <= INT_MAX);
}

static bool of_operation(const struct unit *unit, const struct values *values,
                         const struct node *expression, long long *value)
{
    size_t token = tree_operator(unit, expression);
    char operator[4] = {0};
    long long left, right;
    if (token >= unit->lex.count || !is_signed(expression))
        return false;
    size_t length = unit->lex.tokens[token].end - unit->lex.tokens[token].start;
    if (length >= sizeof operator|| !values_of(unit, values, expression->first, &left))
        return false;
    memcpy(operator, unit->text + unit->lex.tokens[token].start, length);
    if (expression->kind == CXCursor_UnaryOperator) {
        *value = !strcmp(operator, "!") ? !left : -left;
        return left != LLONG_MIN && (!strcmp(operator, "!") || !strcmp(operator, "-"));
    }
    const struct node *second = expression->first->next;
    return second && is_signed(head_bare(expression->first)) && is_signed(head_bare(second)) &&
           values_of(unit, values, second, &right) && compute(operator, left, right, value) &&
           fits(expression, *value);
}

bool values_of(const struct unit *unit, const struct values *values, const struct node *expression,
               long long *value)
{
    while ((expression->kind == CXCursor_UnexposedExpr || expression->kind == CXCursor_ParenExpr) &&
           expression->first && !expression->first->next)
        expression = expression->first;
    if (by_clang(expression, value))
        return true;
    switch (expression->kind) {
    case CXCursor_DeclRefExpr:
        return of_variable(values, clang_getCursorReferenced(expression->cursor), value);
    case CXCursor_BinaryOperator:
    case CXCursor_UnaryOperator:
        return expression->first && of_operation(unit, values, expression, value);
    default:
        return false;
    }
}
