/* schema_words.h: the words for codes that columns hold; "" for an unknown code. */
#ifndef ARCHIVE_TABLE_SCHEMA_WORDS_H
#define ARCHIVE_TABLE_SCHEMA_WORDS_H

#include <stdint.h>

const char *schema_region_kind(uint32_t kind);     /* enum tri_kind */
const char *schema_region_mode(uint32_t mode);     /* enum tri_mode */
const char *schema_region_reason(uint32_t reason); /* enum format_reason */
const char *schema_place_clock(uint32_t clock);    /* enum format_clock */
const char *schema_place_state(uint32_t state);    /* enum archive_place_state */
const char *schema_log_keep(uint32_t keep);        /* enum format_keep */
const char *schema_activity_kind(uint32_t kind);   /* enum archive_activity_kind */
const char *schema_communicator_kind(uint32_t kind);
const char *schema_collective_kind(uint32_t kind); /* enum archive_collective */
const char *schema_variable_how(uint32_t how);     /* enum archive_variable_how */
const char *schema_variable_use(uint32_t use);     /* enum archive_variable_use; "": all of it */

/* Returns the words for the bits of enum archive_how, with blanks between. */
const char *schema_node_how(uint32_t how);

#endif
