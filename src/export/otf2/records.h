/* records.h: records of OTF2 as numbers and texts, whatever they are. What is read and written
 * of each is made from the library's headers (otf2_generate.py). */
#ifndef EXPORT_OTF2_RECORDS_H
#define EXPORT_OTF2_RECORDS_H

#include "otf2_kinds.h"
#include "util/memory.h"

#include <otf2/otf2.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FOREIGN_TEXTS = 4 }; /* that a record can have */

/* A record: its arguments in order, arrays spelled out behind their number. */
struct foreign_record {
    uint64_t *values;
    size_t count, room;
    size_t attributes; /* of an event: behind the values, as attribute, type and bits */
    size_t next;       /* the value that is taken next */
    bool short_of;     /* one was taken that is not there */
    struct foreign_text {
        const char *text; /* with a zero byte behind */
        size_t size;
    } texts[FOREIGN_TEXTS];
    size_t text_count;
};

void foreign_record_free(struct foreign_record *record);

/* For the callbacks of the library, whose data begins with a record. */
struct foreign_record *foreign_begin(void *data);
void foreign_add_text(struct foreign_record *record, const char *text);

static inline void foreign_add(struct foreign_record *record, uint64_t value)
{
    if (record->count == record->room)
        record->values =
            memory_grow(record->values, &record->room, record->count + 1, sizeof *record->values);
    record->values[record->count++] = value;
}

/* The attributes of an event come to those of its record, and those of a record to a list. */
void foreign_attach(struct foreign_record *record, const OTF2_AttributeList *list);
void foreign_list(const struct foreign_record *record, OTF2_AttributeList *list);

/* The bits of a value that count, and the value of such bits. */
uint64_t foreign_bits(OTF2_Type type, const OTF2_AttributeValue *value);
OTF2_AttributeValue foreign_value(OTF2_Type type, uint64_t bits);

/* For writing: the arguments, one after another. */
void foreign_rewind(struct foreign_record *record);
uint64_t foreign_next(struct foreign_record *record);
const char *foreign_text(const struct foreign_record *record, size_t number);
void *foreign_array(struct foreign_record *record, uint64_t count, size_t size);
bool foreign_is_whole(const struct foreign_record *record); /* no more and no less was there */

/* Who reads has these: the record is complete. */
OTF2_CallbackCode foreign_take_event(void *data, uint32_t kind, OTF2_TimeStamp time,
                                     OTF2_AttributeList *list);
OTF2_CallbackCode foreign_take_definition(void *data, uint32_t kind);
OTF2_CallbackCode foreign_take_marker(void *data, uint32_t kind);

/* All records of a kind come to the functions above. */
void foreign_listen_events(OTF2_EvtReaderCallbacks *callbacks);
void foreign_listen_definitions(OTF2_GlobalDefReaderCallbacks *callbacks);
void foreign_listen_markers(OTF2_MarkerReaderCallbacks *callbacks);

OTF2_ErrorCode foreign_write_event(OTF2_EvtWriter *writer, struct foreign_record *from,
                                   uint32_t kind, OTF2_AttributeList *list, OTF2_TimeStamp time);
OTF2_ErrorCode foreign_write_definition(OTF2_GlobalDefWriter *writer, struct foreign_record *from,
                                        uint32_t kind);
OTF2_ErrorCode foreign_write_marker(OTF2_MarkerWriter *writer, struct foreign_record *from,
                                    uint32_t kind);

/* "MpiSend"; "": none of them. */
const char *foreign_event_name(uint32_t kind);
const char *foreign_definition_name(uint32_t kind);
const char *foreign_marker_name(uint32_t kind);

#endif
