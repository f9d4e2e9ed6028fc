/* cc_described.h: the functions of vocabularies, as `triptych cc` gives them to the linker. */
#ifndef CMD_CC_DESCRIBED_H
#define CMD_CC_DESCRIBED_H

#include "instrument/instrument.h"
#include "launch/vocabularies.h"

struct cc_described {
    struct launch_vocabularies vocabularies;
    char *code;           /* assembler code; NULL: none */
    const char **symbols; /* in the order of the code */
    size_t count;
    struct instrument_labels labels; /* for the instrumenter; `find` is NULL: none */
};

/* Reads the vocabularies that `choice` lists, separated by commas. False with an error. */
bool cc_described_make(struct cc_described *made, const char *choice, struct error *error);
void cc_described_free(struct cc_described *described);

#endif
