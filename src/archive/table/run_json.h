/* run_json.h: reads run.json, which says how a run was started and how it ended. */
#ifndef ARCHIVE_TABLE_RUN_JSON_H
#define ARCHIVE_TABLE_RUN_JSON_H

#include "archive/archive.h"

#include <jansson.h>

/* Returns the text of the file with its checksum, which the caller frees; NULL if memory is
 * short. */
char *archive_run_json_text(const json_t *run);
/* Reads the file. If it is missing or damaged, `known` is false; no text is NULL even then. To be
 * freed with archive_run_json_free. */
void archive_run_json_read(const struct archive_folder *folder, struct archive_run *run);
/* True if the file has a checksum: then it was written by a version of `triptych run` that makes a
 * marker, too. */
bool archive_run_json_has_sum(const struct archive_folder *folder);
/* Sets `seen`, the last time at which `triptych run` was there, if run.json says that the run is
 * running. */
void archive_run_json_read_pulse(const struct archive_folder *folder, struct archive_run *run);
void archive_run_json_free(struct archive_run *run);

#endif
