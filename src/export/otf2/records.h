/* records.h: OTF2 records of any kind as numbers and texts. The functions that read and write each
 * kind are generated from the library's headers (otf2_generate.py). */
#ifndef EXPORT_OTF2_RECORDS_H
#define EXPORT_OTF2_RECORDS_H

#include "otf2_kinds.h"
#include "util/memory.h"

#include <otf2/otf2.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FOREIGN_TEXTS = 4 }; /* texts of a record at most */

/* A record: its arguments in order; an array follows its length. */
struct foreign_record {
    uint64_t *values;
    size_t count, room;
    size_t attributes; /* number of an event's attributes, which follow the `count` values, three
                          each: attribute, type, bits */
    size_t next;       /* index of the value that foreign_next() returns next */
    bool short_of;     /* a value was requested that is missing */
    struct foreign_text {
        const char *text; /* zero-terminated; not owned */
        size_t size;
    } texts[FOREIGN_TEXTS];
    size_t text_count;
};

void foreign_record_free(struct foreign_record *record);

/* For the callbacks of the library, whose data begins with a record: empties it, and returns it. */
struct foreign_record *foreign_begin(void *data);
void foreign_add_text(struct foreign_record *record, const char *text);

/* Appends a value. */
static inline void foreign_add(struct foreign_record *record, uint64_t value)
{
    if (record->count == record->room)
        record->values =
            memory_grow(record->values, &record->room, record->count + 1, sizeof *record->values);
    record->values[record->count++] = value;
}

/* Convert an event's attributes: from the library's list to the record, and back. */
void foreign_attach(struct foreign_record *record, const OTF2_AttributeList *list);
void foreign_list(const struct foreign_record *record, OTF2_AttributeList *list);

/* Convert an attribute's value to its significant bits, and back. */
uint64_t foreign_bits(OTF2_Type type, const OTF2_AttributeValue *value);
OTF2_AttributeValue foreign_value(OTF2_Type type, uint64_t bits);

/* For writing: return the arguments one after another. foreign_array() returns new memory for an
 * array of `count` elements, which the caller frees; NULL if the record has fewer values. */
void foreign_rewind(struct foreign_record *record);
uint64_t foreign_next(struct foreign_record *record);
const char *foreign_text(const struct foreign_record *record, size_t number);
void *foreign_array(struct foreign_record *record, uint64_t count, size_t size);
bool foreign_is_whole(
    const struct foreign_record *record); /* all values were taken, none was missing */

/* Defined by the reader: called when a record is complete. */
OTF2_CallbackCode foreign_take_event(void *data, uint32_t kind, OTF2_TimeStamp time,
                                     OTF2_AttributeList *list);
OTF2_CallbackCode foreign_take_definition(void *data, uint32_t kind);
OTF2_CallbackCode foreign_take_marker(void *data, uint32_t kind);

/* Register callbacks for all kinds of records that lead to the functions above. */
void foreign_listen_events(OTF2_EvtReaderCallbacks *callbacks);
void foreign_listen_definitions(OTF2_GlobalDefReaderCallbacks *callbacks);
void foreign_listen_markers(OTF2_MarkerReaderCallbacks *callbacks);

/* Write a record of any kind; return OTF2_ERROR_INVALID_RECORD if its arguments do not fit the
 * kind. */
OTF2_ErrorCode foreign_write_event(OTF2_EvtWriter *writer, struct foreign_record *from,
                                   uint32_t kind, OTF2_AttributeList *list, OTF2_TimeStamp time);
OTF2_ErrorCode foreign_write_definition(OTF2_GlobalDefWriter *writer, struct foreign_record *from,
                                        uint32_t kind);
OTF2_ErrorCode foreign_write_marker(OTF2_MarkerWriter *writer, struct foreign_record *from,
                                    uint32_t kind);

/* Return the name of a kind, such as "MpiSend"; "" if there is no such kind. */
const char *foreign_event_name(uint32_t kind);
const char *foreign_definition_name(uint32_t kind);
const char *foreign_marker_name(uint32_t kind);

#endif
