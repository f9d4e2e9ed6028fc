/* class_fields.c: see class_fields.h */
#include "launch/class_fields.h"

#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 16 }; /* namespaces in one another */

struct launch_classes {
    int fd;
    Dwarf *dwarf;           /* NULL: there is no debugging information */
    struct interned *names; /* without namespaces */
    Dwarf_Off *offsets;     /* of the first class of each name */
    size_t room;
};

/* Returns a name without " int" behind other words, and without blanks between brackets: compilers
 * and demanglers write "long int" and "long". To be freed. */
static char *plain(const char *name)
{
    struct buffer to = {0};
    for (; *name; name++) {
        bool is_int = !strncmp(name, " int", 4) && !isalnum((unsigned char)name[4]) &&
                      name[4] != '_' && to.used && isalpha((unsigned char)to.text[to.used - 1]);
        if (is_int)
            name += 3;
        else if (*name != ' ' || (name[1] != '>' && name[1] != '*'))
            buffer_add_bytes(&to, name, 1);
    }
    buffer_add(&to, "");
    return buffer_take(&to);
}

static bool has(Dwarf_Die *die, unsigned attribute)
{
    return dwarf_hasattr(die, attribute) != 0;
}

/* Adds a field with the size of its type, as far as that is known. */
static void add_field(struct buffer *to, Dwarf_Die *field)
{
    const char *name = dwarf_diename(field);
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size;
    if (!name || has(field, DW_AT_artificial) || has(field, DW_AT_external) ||
        has(field, DW_AT_declaration) || !strncmp(name, "_vptr", 5))
        return; /* a table of functions, or a static member */
    bool is_known = dwarf_attr_integrate(field, DW_AT_type, &attribute) &&
                    dwarf_formref_die(&attribute, &type) && dwarf_aggregate_size(&type, &size) == 0;
    buffer_printf(to, "%s%s", to->used ? ", " : "", name);
    if (is_known)
        buffer_printf(to, " %llu", (unsigned long long)size);
}

static char *fields_of(Dwarf_Die *class)
{
    struct buffer text = {0};
    Dwarf_Die field;
    for (int end = dwarf_child(class, &field); !end; end = dwarf_siblingof(&field, &field)) {
        if (dwarf_tag(&field) == DW_TAG_member)
            add_field(&text, &field);
    }
    buffer_add(&text, "");
    return buffer_take(&text);
}

/* Adds the classes among the children of a unit or namespace. */
static void add_classes(struct launch_classes *classes, Dwarf_Die *around, unsigned depth)
{
    Dwarf_Die child;
    for (int end = dwarf_child(around, &child); !end; end = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_namespace && depth < DEEPEST)
            add_classes(classes, &child, depth + 1);
        if (tag != DW_TAG_class_type && tag != DW_TAG_structure_type)
            continue;
        const char *called = dwarf_diename(&child);
        if (!called || has(&child, DW_AT_declaration))
            continue;
        char *name = plain(called);
        uint32_t before = interned_count(classes->names);
        uint32_t number = interned_add_text(classes->names, name);
        free(name);
        if (number < before)
            continue; /* the same one in another unit */
        classes->offsets = memory_grow(classes->offsets, &classes->room, (size_t)number + 1,
                                       sizeof *classes->offsets);
        classes->offsets[number] = dwarf_dieoffset(&child);
    }
}

struct launch_classes *launch_classes_open(const char *program)
{
    struct launch_classes *classes = memory_zeroed(1, sizeof *classes);
    Dwarf_Off offset = 0, next;
    size_t header;
    classes->names = interned_new();
    classes->fd = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    classes->dwarf = classes->fd >= 0 ? dwarf_begin(classes->fd, DWARF_C_READ) : NULL;
    for (; classes->dwarf &&
           dwarf_nextcu(classes->dwarf, offset, &next, &header, NULL, NULL, NULL) == 0;
         offset = next) {
        Dwarf_Die unit;
        if (dwarf_offdie(classes->dwarf, offset + header, &unit))
            add_classes(classes, &unit, 0);
    }
    return classes;
}

void launch_classes_close(struct launch_classes *classes)
{
    if (!classes)
        return;
    if (classes->dwarf)
        dwarf_end(classes->dwarf);
    if (classes->fd >= 0)
        close(classes->fd);
    interned_free(classes->names);
    free(classes->offsets);
    free(classes);
}

/* Returns a name without the namespaces that it is in. */
static const char *innermost(const char *class)
{
    const char *found = class;
    unsigned depth = 0;
    for (const char *at = class; *at; at++) {
        depth += *at == '<';
        depth -= *at == '>' && depth;
        if (!depth && at[0] == ':' && at[1] == ':')
            found = at + 2;
    }
    return found;
}

char *launch_classes_fields(struct launch_classes *classes, const char *class)
{
    Dwarf_Die die;
    char *name = plain(innermost(class));
    uint32_t number = interned_find(classes->names, name, strlen(name));
    free(name);
    bool is_there =
        number != UINT32_MAX && dwarf_offdie(classes->dwarf, classes->offsets[number], &die);
    return is_there ? fields_of(&die) : NULL;
}
