/* run_json.h: reading run.json, which says how a run was started and how it ended. */
#ifndef ARCHIVE_TABLE_RUN_JSON_H
#define ARCHIVE_TABLE_RUN_JSON_H

#include "archive/archive.h"

#include <jansson.h>

/* The text of the file, with a checksum in it. The caller's to free; NULL: there is no memory for
 * it. */
char *run_json_text(const json_t *run);
/* A missing or damaged file leaves `known` false; every text is set all the same. */
void run_json_read(const struct folder *folder, struct archive_run *run);
/* Whether the file has a checksum: then `triptych run` of a version that also makes a marker has
 * written it. */
bool run_json_has_sum(const struct folder *folder);
/* Of a run that says it goes on: when it was last seen. */
void run_json_read_pulse(const struct folder *folder, struct archive_run *run);
void run_json_free(struct archive_run *run);

#endif
