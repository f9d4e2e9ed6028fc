/* missing_note.h: a note below a table that is made from events, on events that are missing. */
#ifndef REPORT_RUN_MISSING_NOTE_H
#define REPORT_RUN_MISSING_NOTE_H

#include "archive/archive.h"
#include "report/table/sheet.h"

/* Adds the note, if events are missing. */
void missing_note(const struct archive *archive, struct sheet *sheet);

#endif
