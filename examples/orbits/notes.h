/* notes.h: what is seen of a cluster while it moves. */
#ifndef NOTES_H
#define NOTES_H

#include "bodies.h"

#include <stdbool.h>
#include <stdio.h>

struct notes {
    FILE *out; /* a line for each look */
    int looks;
    double energy, momentum[3];          /* at the first look */
    double energy_drift, momentum_drift; /* the largest since */
};

bool notes_open(struct notes *notes, const char *path);
bool notes_close(struct notes *notes);

/* An observer; `notes` is a struct notes. */
int notes_look(void *notes, const struct cluster *c, int step);

#endif
