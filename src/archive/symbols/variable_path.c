/* variable_path.c: see variable_path.h */
#include "archive/symbols/variable_path.h"

#include <dwarf.h>

enum { DEEPEST = 32, POINTER_SIZE = 8 };

/* The rest of the way into a variable. */
struct way {
    Dwarf_Die type;
    uint64_t offset;
    enum variable_part part;
    bool is_fortran;
};

static bool type_of(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die named;
    return dwarf_attr_integrate(of, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, &named) && dwarf_peel_type(&named, type) == 0;
}

static bool is_descriptor(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_array_type && dwarf_hasattr(type, DW_AT_data_location);
}

static uint64_t size_of(Dwarf_Die *type)
{
    Dwarf_Word size;
    if (is_descriptor(type))
        return POINTER_SIZE;
    return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

uint64_t variable_path_size(Dwarf_Die *variable)
{
    Dwarf_Die type;
    return type_of(variable, &type) ? size_of(&type) : 0;
}

static bool is_fortran(Dwarf_Die *die)
{
    Dwarf_Die unit;
    int language = dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : 0;
    return language == DW_LANG_Fortran77 || language == DW_LANG_Fortran90 ||
           language == DW_LANG_Fortran95 || language == DW_LANG_Fortran03 ||
           language == DW_LANG_Fortran08;
}

/* Moves to the member that contains the offset, and appends its name. */
static bool enter_member(struct way *way, struct buffer *name)
{
    Dwarf_Die member;
    if (dwarf_child(&way->type, &member) != 0)
        return false;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Die type;
        Dwarf_Word start = 0;
        int tag = dwarf_tag(&member);
        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !type_of(&member, &type) ||
            dwarf_hasattr(&member, DW_AT_external))
            continue;
        if (dwarf_attr_integrate(&member, DW_AT_data_member_location, &attribute) &&
            dwarf_formudata(&attribute, &start) != 0)
            return false;
        uint64_t size = size_of(&type);
        if (way->offset < start || way->offset - start >= size)
            continue;
        const char *text = dwarf_diename(&member);
        if (text && tag == DW_TAG_member)
            buffer_printf(name, "%s%s", way->is_fortran ? "%" : ".", text);
        way->offset -= start;
        way->type = type;
        return true;
    } while (dwarf_siblingof(&member, &member) == 0);
    return false;
}

/* Moves to the element that contains the offset. */
static bool enter_element(struct way *way, struct buffer *name)
{
    Dwarf_Die type;
    if (!type_of(&way->type, &type))
        return false;
    uint64_t size = size_of(&type);
    if (!size)
        return false;
    way->offset %= size;
    way->type = type;
    int tag = dwarf_tag(&type);
    bool goes_on = way->part == VARIABLE_POINTER ||
                   ((tag == DW_TAG_structure_type || tag == DW_TAG_class_type) && way->offset);
    if (goes_on && !way->is_fortran)
        buffer_add(name, "[]");
    return true;
}

/* Goes on to the part; false if there is none. */
static bool go(struct way *way, struct buffer *name)
{
    for (unsigned depth = 0; depth < DEEPEST; depth++) {
        switch (dwarf_tag(&way->type)) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            if (way->part == VARIABLE_DATA && !way->offset)
                return true;
            if (!enter_member(way, name))
                return false;
            break;
        case DW_TAG_array_type:
            if (is_descriptor(&way->type))
                return way->part == VARIABLE_POINTER && !way->offset;
            if (!enter_element(way, name))
                return false;
            break;
        case DW_TAG_pointer_type:
        case DW_TAG_reference_type:
        case DW_TAG_rvalue_reference_type:
            return way->part == VARIABLE_DATA || !way->offset;
        case DW_TAG_base_type:
        case DW_TAG_enumeration_type:
        case DW_TAG_string_type:
        case DW_TAG_union_type:
            return way->part == VARIABLE_DATA;
        default:
            return false;
        }
    }
    return false;
}

bool variable_path(Dwarf_Die *variable, uint64_t offset, enum variable_part part,
                   struct buffer *name)
{
    const char *text = dwarf_diename(variable);
    struct way way = {.offset = offset, .part = part, .is_fortran = is_fortran(variable)};
    if (!text || dwarf_hasattr_integrate(variable, DW_AT_artificial) ||
        !type_of(variable, &way.type))
        return false;
    buffer_add(name, text);
    return go(&way, name);
}
