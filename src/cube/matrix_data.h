/* matrix_data.h: which data the messages of a communication matrix carry. */
#ifndef CUBE_MATRIX_DATA_H
#define CUBE_MATRIX_DATA_H

#include "cube/projection.h"

struct matrix_data;

/* Starts an empty collection of the data of messages. */
struct matrix_data *matrix_data_new(void);

/* Adds the value of a message of a cell. `text` is a text of the archive; 0: not known. */
void matrix_data_add(struct matrix_data *data, uint32_t cell, uint32_t text, double value);

/* Sets what the matrix says about data, and frees the collection. */
void matrix_data_end(struct matrix_data *data, const struct archive *archive,
                     struct cube_projection *matrix);

#endif
