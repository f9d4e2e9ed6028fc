/* cc_described.h: the functions of vocabularies, as `triptych cc` gives them to the linker. */
#ifndef CMD_CC_DESCRIBED_H
#define CMD_CC_DESCRIBED_H

#include "instrument/driver/driver.h"
#include "instrument/instrument.h"
#include "launch/vocabularies.h"
#include "vocabulary/library.h"

struct cc_described {
    struct instrument_wrapped wrapped; /* functions; `code` is NULL: none */
    const char *choice;                /* as given */
    struct launch_vocabularies vocabularies;
    struct vocabulary_table table;   /* of `wrapped` */
    char *code;                      /* of `wrapped` */
    struct instrument_labels labels; /* for the instrumenter; `find` is NULL: none */
};

/* Reads the vocabularies that `choice` lists, separated by commas. False with an error. */
bool cc_described_make(struct cc_described *made, const char *choice, struct error *error);
void cc_described_free(struct cc_described *described);

#endif
