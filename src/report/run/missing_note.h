/* missing_note.h: below a table that is made of events: which of them are missing. */
#ifndef REPORT_RUN_MISSING_NOTE_H
#define REPORT_RUN_MISSING_NOTE_H

#include "archive/archive.h"
#include "report/table/sheet.h"

void missing_note(const struct archive *archive, struct sheet *sheet);

#endif
