/* array.h: the parts of distributed arrays that this place has. */
#ifndef PLACES_ARRAY_H
#define PLACES_ARRAY_H

#define TRI_PLACES_TRANSLATED
#include "places/record.h"
#include "triptych/array.h"

#include <stdint.h>

/* What this place has of an array. */
struct array_part {
    unsigned serial; /* of the array that it belongs to; 0: none */
    char *elements;
    struct tri_region *region; /* in the archive, or NULL */
    char name[64];
};

/* An array that is being made; goes to all places. */
struct array_making {
    tri_array array;
    unsigned line, form; /* form: tells arrays of one line with different sizes apart */
    char name[64], file[256], directory[256];
};

/* Gives the number and the serial number of a new array of this place; takes the number back. */
void array_number(tri_array *array);
void array_number_free(const tri_array *array);

/* Sets the form of an array that this place makes. */
void array_form(struct array_making *making);

/* Makes and frees the part of this place. */
void array_part_make(const struct array_making *making);
void array_part_free(const tri_array *array);

/* Returns the part of this place; ends the program if there is no such array any more. */
const struct array_part *array_part(const tri_array *array);

#endif
