/* names.h: whether ranks name the places of an archive. */
#ifndef ARCHIVE_NAMES_H
#define ARCHIVE_NAMES_H

struct archive;

/* When the table places is there. */
void names_find(struct archive *archive);

#endif
