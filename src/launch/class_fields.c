/* class_fields.c: see class_fields.h */
#include "launch/class_fields.h"

#include "util/buffer.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 16 }; /* namespaces in one another */

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

/* Returns the fields of the class among the children of a unit or namespace; NULL: it is not there.
 */
static char *find_in(Dwarf_Die *around, const char *name, unsigned depth)
{
    Dwarf_Die child;
    char *found = NULL;
    for (int end = dwarf_child(around, &child); !end && !found;
         end = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        const char *called = dwarf_diename(&child);
        if (tag == DW_TAG_namespace && depth < DEEPEST)
            found = find_in(&child, name, depth + 1);
        else if ((tag == DW_TAG_class_type || tag == DW_TAG_structure_type) && called &&
                 !strcmp(called, name) && !has(&child, DW_AT_declaration))
            found = fields_of(&child);
    }
    return found;
}

static char *find(Dwarf *dwarf, const char *name)
{
    Dwarf_Off offset = 0, next;
    size_t header;
    char *found = NULL;
    for (; !found && dwarf_nextcu(dwarf, offset, &next, &header, NULL, NULL, NULL) == 0;
         offset = next) {
        Dwarf_Die unit;
        if (dwarf_offdie(dwarf, offset + header, &unit))
            found = find_in(&unit, name, 0);
    }
    return found;
}

char *launch_class_fields(const char *program, const char *class)
{
    int fd = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    Dwarf *dwarf = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
    char *found = dwarf ? find(dwarf, class) : NULL;
    if (dwarf)
        dwarf_end(dwarf);
    if (fd >= 0)
        close(fd);
    return found;
}
