/* missing_note.c: see missing_note.h */
#include "report/run/missing_note.h"

#include "cube/missing.h"

void missing_note(const struct archive *archive, struct sheet *sheet)
{
    struct buffer text = {0};
    if (missing_write(&text, archive))
        sheet_note(sheet, "%s; they are missing in this table.", text.text);
    buffer_free(&text);
}
