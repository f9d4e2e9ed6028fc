/* expression.c: the procedures that evaluating an expression, or executing a statement, may call.
 */
#include "instrument/fortran/reader/intrinsics.h"
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/reader/phrase.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 256 };

/* Returns the index behind a character constant, or behind a Hollerith constant whose digits begin
 * at `at`; `at`: there is none. in_name: `at` is inside a name. */
static size_t behind_constant(const char *text, size_t at, bool in_name)
{
    if (text[at] == '\'' || text[at] == '"') {
        const char *end = strchr(text + at + 1, text[at]);
        return end ? (size_t)(end - text) + 1 : strlen(text);
    }
    if (in_name || !isdigit((unsigned char)text[at]))
        return at;
    size_t length = 0, behind = at;
    while (isdigit((unsigned char)text[behind]) && behind - at < 6)
        length = length * 10 + (size_t)(text[behind++] - '0');
    return text[behind] == 'h' && strlen(text + behind) > length ? behind + 1 + length : at;
}

#define NOWHERE ((size_t)-1)

/* Returns the index behind an intrinsic operator such as .eq.; NOWHERE: it is an operator of the
 * user's, which calls a function; `at`: there is no operator. */
static size_t behind_operator(const char *text, size_t at)
{
    static const char *const own[] = {"eq", "ne",  "lt",  "le",   "gt",   "ge",    "and",
                                      "or", "not", "eqv", "neqv", "true", "false", "xor"};
    size_t end = at + 1;
    while (isalpha((unsigned char)text[end]))
        end++;
    if (text[at] != '.' || end == at + 1 || text[end] != '.')
        return at;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strlen(own[i]) == end - at - 1 && !strncmp(own[i], text + at + 1, end - at - 1))
            return end + 1;
    }
    return NOWHERE;
}

/* True if a colon is directly in the parentheses at `open`: they are those of a substring. */
static bool has_colon(const char *text, size_t open)
{
    size_t depth = 0;
    for (size_t at = open; text[at]; at++) {
        size_t behind = behind_constant(text, at, at && phrase_is_name_char(text[at - 1]));
        if (behind > at) {
            at = behind - 1;
            continue;
        }
        depth += text[at] == '(' || text[at] == '[';
        depth -= text[at] == ')' || text[at] == ']';
        if (!depth)
            return false;
        if (depth == 1 && text[at] == ':')
            return true;
    }
    return false;
}

/* True if `name` with the parenthesis at `open` behind it certainly calls nothing, or an intrinsic
 * function. component: the name follows a %. */
static bool is_harmless(const struct block *unit, const char *name, const char *text, size_t open,
                        bool component)
{
    if (component) {
        unsigned flags = names_flags(unit->names->file, name, NULL);
        return (flags & NAME_IS_COMPONENT) && !(flags & NAME_IS_BINDING);
    }
    switch (names_class(unit, name)) {
    case NAME_ARRAY:
        return true;
    case NAME_INTRINSIC: /* a dummy procedure may have the same name */
        return !names_is_argument(unit, name);
    case NAME_VARIABLE: /* a substring, or an intrinsic whose type is declared */
        return has_colon(text, open) ||
               (intrinsics_is_function(name) && !names_is_argument(unit, name));
    default:
        return false;
    }
}

/* True if the name is declared VOLATILE or ASYNCHRONOUS. */
static bool is_volatile(const struct block *unit, const char *name)
{
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        bool found;
        unsigned flags = names_flags(unit->names, name, &found);
        if (found)
            return flags & NAME_IS_VOLATILE;
    }
    return false;
}

/* Checks the calls in text[at, end). False: something may be called that is not permitted, or, if
 * `again`, may have another value when it is read again. permit: or NULL. */
static bool walk_permitted(const struct block *unit, const char *text, size_t at, size_t end,
                           bool again, const struct names_permit *permit)
{
    size_t start = at, operand = at; /* operand: the index behind the last operator such as .eq. */
    while (at < end) {
        char before = at > start ? text[at - 1] : '\0';
        size_t behind = behind_constant(text, at, phrase_is_name_char(before));
        if (behind > at) {
            if (memchr(text + at, '\\', behind - at))
                return false;
            at = behind;
            continue;
        }
        behind = behind_operator(text, at);
        if (behind == NOWHERE)
            return false;
        if (behind > at) {
            operand = at = behind;
            continue;
        }
        if (isdigit((unsigned char)text[at])) { /* 1.0e5_dp */
            while (at < end && phrase_is_name_char(text[at]))
                at++;
            continue;
        }
        if (!phrase_is_name_char(text[at])) {
            at++;
            continue;
        }
        char name[LONGEST];
        for (behind = at; behind < end && phrase_is_name_char(text[behind]);)
            behind++;
        if (behind - at >= sizeof name)
            return false;
        memcpy(name, text + at, behind - at);
        name[behind - at] = '\0';
        bool component = before == '%' || (before == '.' && at != operand && at - start >= 2);
        if (text[behind] == '(' && !is_harmless(unit, name, text, behind, component) &&
            (component || !permit || !permit->ask(permit->context, name, at)))
            return false;
        if (again && !component && is_volatile(unit, name))
            return false;
        at = behind;
    }
    return true;
}

/* Checks that text[at, end) calls only intrinsic functions. */
static bool walk(const struct block *unit, const char *text, size_t at, size_t end, bool again)
{
    return walk_permitted(unit, text, at, end, again, NULL);
}

bool names_is_repeatable(const struct block *unit, const char *expression)
{
    return walk(unit, expression, 0, strlen(expression), true);
}

/* True if a name that the unit does not declare may come from a module or the like. */
static bool is_open(const struct block *unit)
{
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        if (unit->names->open)
            return true;
    }
    return false;
}

/* True if no operator of the user's can apply to `name`. */
static bool is_plain(const struct block *unit, const char *name)
{
    bool open = is_open(unit);
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        bool found;
        unsigned flags = names_flags(unit->names, name, &found);
        if (found)
            return !(flags & (NAME_IS_FOREIGN | NAME_IS_SCOPED | NAME_IS_DERIVED));
    }
    return !open;
}

/* True if each name in the text is plain. A name with the meaning of an intrinsic function must
 * certainly be that function. */
static bool are_plain(const struct block *unit, const char *text)
{
    bool open = is_open(unit);
    for (size_t at = 0; text[at];) {
        if (isdigit((unsigned char)text[at]) || !phrase_is_name_char(text[at])) {
            at += isdigit((unsigned char)text[at]) ? strspn(text + at, "0123456789") : 1;
            continue;
        }
        size_t behind = at;
        while (phrase_is_name_char(text[behind]))
            behind++;
        char name[LONGEST];
        if (behind - at >= sizeof name)
            return false;
        memcpy(name, text + at, behind - at);
        name[behind - at] = '\0';
        bool intrinsic = names_class(unit, name) == NAME_INTRINSIC;
        if (intrinsic ? open : !is_plain(unit, name))
            return false;
        at = behind;
    }
    return true;
}

bool names_is_surely_repeatable(const struct block *unit, const char *expression)
{
    bool is_word = expression[strspn(expression, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
    return names_is_repeatable(unit, expression) && (is_word || are_plain(unit, expression));
}

size_t names_behind_bracket(const char *text, size_t open)
{
    size_t depth = 0, at = open;
    while (text[at]) {
        size_t behind = behind_constant(text, at, at && phrase_is_name_char(text[at - 1]));
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += text[at] == '(' || text[at] == '[';
        depth -= text[at] == ')' || text[at] == ']';
        at++;
        if (!depth)
            break;
    }
    return at;
}

/* True if an assignment to `name` cannot be a defined assignment. */
static bool is_plain_target(const struct block *unit, const char *name)
{
    bool open = unit->names->file->assignment;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        bool found;
        unsigned flags = names_flags(unit->names, name, &found);
        if (found && !(flags & (NAME_IS_FOREIGN | NAME_IS_SCOPED | NAME_IS_DERIVED)))
            return true;
        if (found && (flags & (NAME_IS_FOREIGN | NAME_IS_SCOPED)))
            return false;
        open |= unit->names->open;
        if (found)
            break;
    }
    return !open;
}

/* True if the action text[at...], of the given kind, calls only intrinsic procedures. */
static bool action_calls_nothing(const struct block *unit, const struct statement *statement,
                                 enum statement_kind kind, size_t at)
{
    const char *text = statement->text;
    size_t end = strlen(text);
    switch (kind) {
    case STATEMENT_ASSIGNMENT:
        return is_plain_target(unit, statement->name) && walk(unit, text, at, end, false);
    case STATEMENT_CALL:
        at += 4 + strlen(statement->name);
        return intrinsics_is_subroutine(statement->name) &&
               names_class(unit, statement->name) == NAME_UNKNOWN &&
               walk(unit, text, at, end, false);
    case STATEMENT_GOTO:
        return walk(unit, text, at + 4, end, false);
    case STATEMENT_RETURN:
    case STATEMENT_ASSIGN:
    case STATEMENT_EXIT:
    case STATEMENT_CYCLE:
    case STATEMENT_CONTINUE:
        return true;
    case STATEMENT_ACTION:
        if (!strncmp(text + at, "where(", 6) || !strncmp(text + at, "forall(", 7)) {
            at += strcspn(text + at, "(");
            return walk(unit, text, at, end, false);
        }
        return !strncmp(text + at, "nullify(", 8);
    default:
        return false;
    }
}

/* True if the parentheses behind a keyword, IF (...) THEN, SELECT CASE (...), ELSE IF (...), call
 * only intrinsic functions. */
static bool head_calls_nothing(const struct block *unit, const char *text)
{
    size_t open = strcspn(text, "(");
    return walk(unit, text, open, text[open] ? names_behind_bracket(text, open) : open, false);
}

/* True if the head of a DO calls only intrinsic functions. */
static bool do_calls_nothing(const struct block *unit, const struct statement *statement)
{
    const char *const parts[] = {statement->do_first, statement->do_last, statement->do_step,
                                 statement->do_header};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] && !walk(unit, parts[i], 0, strlen(parts[i]), false))
            return false;
    }
    return true;
}

bool names_calls_only(const struct block *unit, const struct statement *statement,
                      const struct names_permit *permit)
{
    const char *text = statement->text;
    if (!text || !unit->names || !statement->name)
        return false;
    size_t at = 0, end = strlen(text);
    enum statement_kind kind = statement->kind;
    if (kind == STATEMENT_IF) {
        kind = statement->action;
        at = names_behind_bracket(text, 2);
        if (!walk(unit, text, 2, at, false))
            return false;
    }
    if (kind == STATEMENT_ASSIGNMENT)
        return is_plain_target(unit, statement->name) &&
               walk_permitted(unit, text, at, end, false, permit);
    return kind == STATEMENT_CALL && permit->ask(permit->context, statement->name, at + 4) &&
           walk(unit, text, at + 4 + strlen(statement->name), end, false);
}

bool names_calls_nothing(const struct block *unit, const struct statement *statement)
{
    enum statement_kind kind = statement->kind;
    if (!statement->text || !unit->names)
        return false;
    if (kind == STATEMENT_IF) {
        size_t behind = names_behind_bracket(statement->text, 2);
        return walk(unit, statement->text, 2, behind, false) &&
               action_calls_nothing(unit, statement, statement->action, behind);
    }
    if (kind == STATEMENT_DO)
        return do_calls_nothing(unit, statement);
    if (kind >= STATEMENT_ASSIGNMENT && kind <= STATEMENT_ACTION && kind != STATEMENT_ARITHMETIC_IF)
        return action_calls_nothing(unit, statement, kind, 0);
    if (kind >= STATEMENT_IF_THEN && kind <= STATEMENT_ARITHMETIC_IF)
        return head_calls_nothing(unit, statement->text);
    return (kind >= STATEMENT_USE && kind <= STATEMENT_FUNCTION_STATEMENT) ||
           kind == STATEMENT_DIRECTIVE || kind == STATEMENT_PREPROCESSOR;
}
