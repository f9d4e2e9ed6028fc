/* early.c: arguments that are read when a procedure begins.
 *
 * The argument n - 1 of `call down(n - 1)` is a variable of the compiler's whose address is passed.
 * That would need a frame for each call; but where gfortran sees all calls of a procedure, it
 * passes the value instead, if the procedure is sure to read it. A probe that comes first makes
 * this uncertain, for it may end the program. So where recursion in tail position is to stay a
 * loop, the scalar arguments with INTENT(IN) are read before the probe. Nothing is done with the
 * values: the compiler uses them when the program asks for the arguments. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/scope.h"

#include <string.h>

static const char intent[] = ",intent(in)::";

/* The names in the declaration of arguments that have a type, INTENT(IN), and nothing more; NULL:
 * it is another one. */
static const char *find_names(const struct statement *statement)
{
    static const char *const types[] = {"integer", "real", "doubleprecision", "logical", "complex"};
    const char *text = statement->text;
    const char *found = statement->kind == STATEMENT_DECLARATION ? strstr(text, intent) : NULL;
    if (!found || memchr(text, ',', (size_t)(found - text)))
        return NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (!strncmp(text, types[i], strlen(types[i])))
            return found + strlen(intent);
    }
    return NULL;
}

/* Whether a statement of its own may say more of an argument: that it is an array, or may be
 * absent.
 */
static bool says_more(const struct statement *statement)
{
    static const char *const words[] = {"optional", "dimension", "codimension", "pointer",
                                        "allocatable"};
    if (statement->kind != STATEMENT_DECLARATION)
        return statement->kind == STATEMENT_INCLUDE;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!strncmp(statement->text, words[i], strlen(words[i])))
            return true;
    }
    return false;
}

static bool may_read(const struct routine *routine)
{
    if (!routine->ends_early)
        return false;
    for (size_t i = routine->first + 1; i < routine->begin; i++) {
        if (says_more(statement_at(routine, i)))
            return false;
    }
    return true;
}

static void read_one(const struct routine *routine, size_t declaration, const char *name,
                     unsigned number, struct buffer *lines)
{
    const char *text = statement_at(routine, declaration)->text;
    size_t length = (size_t)(strstr(text, intent) - text);
    text_line(&routine->file->slots[declaration].after, "%.*s :: tri_w%u", (int)length, text,
              number);
    text_line(lines, "tri_w%u = %s", number, name);
}

void early_read(const struct routine *routine, struct buffer *lines)
{
    unsigned number = 0;
    if (!may_read(routine))
        return;
    for (size_t i = routine->first + 1; i < routine->begin; i++) {
        const char *names = find_names(statement_at(routine, i));
        while (names && *names) {
            char name[64];
            size_t length = strcspn(names, ",(*=");
            bool alone = !names[length] || names[length] == ',';
            if (!alone || length >= sizeof name)
                break;
            memcpy(name, names, length);
            name[length] = '\0';
            if (names_is_argument(routine->block, name))
                read_one(routine, i, name, number++, lines);
            names += length + (names[length] == ',');
        }
    }
}
