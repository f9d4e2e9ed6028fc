/* type.c: see type.h */
#include "query/parse/stream_fields.h"

const char *query_type_word(struct query_value_type type)
{
    static const char *const words[] = {
        [TYPE_NONE] = "nothing",  [TYPE_BOOL] = "true or false", [TYPE_INTEGER] = "a number",
        [TYPE_REAL] = "a number", [TYPE_TEXT] = "text",          [TYPE_ACT] = "an event type",
        [TYPE_ROW] = "a row",     [TYPE_RECORD] = "a record",
    };
    if (query_type_is_number(type) && type.unit != UNIT_NONE)
        return type.unit == UNIT_TIME ? "a time" : "a number of bytes";
    if (type.type == TYPE_ROW && type.shape && type.shape->one)
        return type.shape->one;
    return words[type.type];
}
