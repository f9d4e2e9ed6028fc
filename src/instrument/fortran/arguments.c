/* arguments.c: the argument lists of CALL statements and of procedure heads, as text. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <string.h>

char *arguments_copy(const char *open, size_t number)
{
    assert(*open == '(');
    int depth = 0;
    const char *start = open + 1;
    for (const char *c = open; *c; c++) {
        depth += *c == '(' || *c == '[';
        depth -= *c == ')' || *c == ']';
        if (depth > 1 || (depth == 1 && *c != ','))
            continue;
        if (!number)
            return memory_printf("%.*s", (int)(c - start), start);
        if (!depth)
            break;
        number--;
        start = c + 1;
    }
    return NULL;
}

/* Returns the parenthesis that follows a procedure's name in the text, or NULL. */
static const char *behind_name(const char *text, const char *name)
{
    size_t length = strlen(name);
    const char *found = strstr(text, name);
    while (found && found[length] != '(')
        found = strstr(found + 1, name);
    return found ? found + length : NULL;
}

/* The text has no blanks, so the name is looked for behind CALL only: IF (QFS(1)) CALL FS(N) has
 * "fs(" twice. */
const char *arguments_of_call(const char *text, const char *name)
{
    int depth = 0;
    const char *c = !strncmp(text, "if(", 3) ? text + 2 : text;
    for (; c > text && *c; c++) {
        depth += *c == '(';
        depth -= *c == ')';
        if (!depth)
            break;
    }
    if (*c == ')')
        c++;
    return !strncmp(c, "call", 4) ? behind_name(c + 4, name) : NULL;
}

const char *arguments_of_head(const struct statement *head)
{
    return behind_name(head->text, head->name);
}
