/* records.c: see records.h. Handles the arguments of a record. */
#include "export/otf2/records.h"

#include <stdlib.h>
#include <string.h>

void foreign_record_free(struct foreign_record *record)
{
    free(record->values);
    *record = (struct foreign_record){0};
}

struct foreign_record *foreign_begin(void *data)
{
    struct foreign_record *record = data;
    record->count = record->text_count = record->attributes = 0;
    return record;
}

void foreign_add_text(struct foreign_record *record, const char *text)
{
    if (record->text_count < FOREIGN_TEXTS)
        record->texts[record->text_count++] =
            (struct foreign_text){text ? text : "", text ? strlen(text) : 0};
}

/* Returns the size of a type in bytes. */
static size_t size_of(OTF2_Type type)
{
    switch (type) {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
        return 1;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
        return 2;
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_INT64:
    case OTF2_TYPE_DOUBLE:
    case OTF2_TYPE_LOCATION:
        return 8;
    default:
        return 4;
    }
}

uint64_t foreign_bits(OTF2_Type type, const OTF2_AttributeValue *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, size_of(type)); /* all members of the union begin at its address */
    return bits;
}

OTF2_AttributeValue foreign_value(OTF2_Type type, uint64_t bits)
{
    OTF2_AttributeValue value;
    memset(&value, 0, sizeof value);
    memcpy(&value, &bits, size_of(type));
    return value;
}

void foreign_attach(struct foreign_record *record, const OTF2_AttributeList *list)
{
    uint32_t all = OTF2_AttributeList_GetNumberOfElements(list);
    size_t count = record->count;
    for (uint32_t i = 0; i < all; i++) {
        OTF2_AttributeRef attribute;
        OTF2_Type type;
        OTF2_AttributeValue value;
        if (OTF2_AttributeList_GetAttributeByIndex(list, i, &attribute, &type, &value) !=
            OTF2_SUCCESS)
            continue;
        foreign_add(record, attribute);
        foreign_add(record, type);
        foreign_add(record, foreign_bits(type, &value));
        record->attributes++;
    }
    record->count = count;
}

void foreign_list(const struct foreign_record *record, OTF2_AttributeList *list)
{
    OTF2_AttributeList_RemoveAllAttributes(list);
    for (size_t i = 0; i < record->attributes; i++) {
        const uint64_t *one = &record->values[record->count + 3 * i];
        OTF2_Type type = (OTF2_Type)one[1];
        OTF2_AttributeList_AddAttribute(list, (OTF2_AttributeRef)one[0], type,
                                        foreign_value(type, one[2]));
    }
}

void foreign_rewind(struct foreign_record *record)
{
    record->next = 0;
    record->short_of = false;
}

uint64_t foreign_next(struct foreign_record *record)
{
    if (record->next < record->count)
        return record->values[record->next++];
    record->short_of = true;
    return 0;
}

const char *foreign_text(const struct foreign_record *record, size_t number)
{
    return number < record->text_count ? record->texts[number].text : "";
}

void *foreign_array(struct foreign_record *record, uint64_t count, size_t size)
{
    if (count > record->count - record->next) {
        record->short_of = true;
        return NULL;
    }
    return memory_zeroed((size_t)count + 1, size);
}

bool foreign_is_whole(const struct foreign_record *record)
{
    return !record->short_of && record->next == record->count;
}
