/* closure_classes.c: see closure_classes.h */
#include "archive/symbols/closure_classes.h"

#include "util/interned.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Returns the length of a name of a closure that a text begins with, 0: it is none. */
static size_t closure_name(const char *text)
{
    size_t size = 0;
    while (isalnum((unsigned char)text[size]) || text[size] == '_')
        size++;
    const char *mark = size ? memmem(text, size, "__closure__", strlen("__closure__")) : NULL;
    return mark ? size : 0;
}

/* Returns the name of a closure behind a word in a line, and its length;
 * NULL: there is none. */
static const char *name_behind(const char *line, const char *end, const char *word, size_t *size)
{
    while ((line = memmem(line, (size_t)(end - line), word, strlen(word)))) {
        line += strlen(word);
        *size = closure_name(line);
        if (*size)
            return line;
    }
    return NULL;
}

/* Returns the number of a name. */
static uint32_t number_of(struct closure_classes *classes, const char *name, size_t size)
{
    if (!classes->names)
        classes->names = interned_new();
    uint32_t count = interned_count(classes->names),
             number = interned_add(classes->names, name, size);
    if (number == count) {
        classes->made = memory_grow(classes->made, &classes->made_room, (size_t)count + 1,
                                    sizeof *classes->made);
        classes->made[number] = 0;
    }
    return number;
}

/* True if a line of a class opens it, and does not only declare it. */
static bool opens(const char *line)
{
    return strcspn(line, "{") < strcspn(line, ";\n");
}

void archive_closure_classes_see(struct closure_classes *classes, const char *line, const char *end,
                                 uint32_t number)
{
    size_t size;
    const char *name;
    if (*line == '}' && classes->count && classes->all[classes->count - 1].end == UINT32_MAX)
        classes->all[classes->count - 1].end = number;
    if ((!strncmp(line, "class ", 6) || !strncmp(line, "template", 8)) &&
        (name = name_behind(line, end, "class ", &size)) && opens(line)) {
        classes->all =
            memory_grow(classes->all, &classes->room, classes->count + 1, sizeof *classes->all);
        classes->all[classes->count++] = (struct closure_class){
            .name = number_of(classes, name, size), .begin = number, .end = UINT32_MAX};
    } else if ((name = name_behind(line, end, "(sizeof(", &size))) {
        uint32_t *made = &classes->made[number_of(classes, name, size)];
        *made = *made ? *made : number;
    }
}

void archive_closure_classes_end(struct closure_classes *classes)
{
    for (size_t i = 0; i < classes->count; i++)
        classes->all[i].made = classes->made[classes->all[i].name];
}

const struct closure_class *archive_closure_classes_at(const struct closure_classes *classes,
                                                       uint32_t line, uint32_t *since)
{
    size_t low = 0, high = classes->count; /* classes before `low` begin before the line */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (classes->all[middle].begin <= line)
            low = middle + 1;
        else
            high = middle;
    }
    const struct closure_class *found = low ? &classes->all[low - 1] : NULL;
    bool is_inside = found && line <= found->end;
    *since = is_inside ? found->begin : found ? found->end : 0;
    return is_inside ? found : NULL;
}

void archive_closure_classes_free(struct closure_classes *classes)
{
    interned_free(classes->names);
    free(classes->all);
    free(classes->made);
}
