/* early_reads.c: arguments that are read when a procedure begins.
 *
 * The argument n - 1 of CALL down(n - 1) is a temporary whose address is passed, which would need
 * a frame for each call. Where gfortran sees all calls of a procedure, it passes the value
 * instead, if the procedure is certain to read it. A probe that comes first makes this uncertain,
 * because it may end the program. So where tail recursion is to stay a loop, the scalar arguments
 * with INTENT(IN) are read before the probe. The values are not used otherwise: the compiler uses
 * them where the program reads the arguments. */
#include "instrument/fortran/reader/names.h"
#include "instrument/fortran/scope.h"

#include <string.h>

static const char intent[] = ",intent(in)::";

/* Returns the list of names in a declaration of arguments with a type, INTENT(IN) and nothing more;
 * NULL: it is another statement. */
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

/* True if the statement may declare more about an argument: that it is an array, or optional. */
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

/* True if the arguments of the routine are to be read early, and can be. */
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

/* Declares tri_w<number> with the type of the argument, and adds the line that reads it. */
static void read_one(const struct routine *routine, size_t declaration, const char *name,
                     unsigned number, struct buffer *lines)
{
    const char *text = statement_at(routine, declaration)->text;
    size_t length = (size_t)(strstr(text, intent) - text);
    text_line(&routine->file->slots[declaration].after, "%.*s :: tri_w%u", (int)length, text,
              number);
    text_line(lines, "tri_w%u = %s", number, name);
}

void early_reads_insert(const struct routine *routine, struct buffer *lines)
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
