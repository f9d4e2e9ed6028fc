/* number.h: numbers of cost expressions: exact fractions as long as they fit into 64 bits, then
 * doubles. */
#ifndef MODEL_COST_NUMBER_H
#define MODEL_COST_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* top / bottom in lowest terms with bottom > 0; bottom is 0 if the value is not known exactly, and
 * `real` holds it then. Neither is INT64_MIN. */
struct model_number {
    int64_t top, bottom;
    double real;
};

/* Why there is no result. */
enum model_number_trouble {
    MODEL_NUMBER_FINE,
    MODEL_NUMBER_DIVISION,  /* by zero */
    MODEL_NUMBER_LOGARITHM, /* of zero or less */
    MODEL_NUMBER_ROOT, /* even root, or another power that is no whole number, of less than zero */
};

struct model_number model_number_whole(int64_t value);
struct model_number model_number_fraction(int64_t top, int64_t bottom); /* bottom is not 0 */

/* Returns a number that is not known exactly. */
struct model_number model_number_real(double value);

double model_number_value(struct model_number number);
bool model_number_is_whole(struct model_number number);
int model_number_sign(struct model_number number); /* -1, 0, 1 */
int model_number_compare(struct model_number a, struct model_number b);
bool model_number_same(struct model_number a, struct model_number b); /* the same representation */

/* Reads digits, a decimal point, an exponent (no sign). Returns the number of characters read, 0 if
 * there is no number. The result is exact if it fits. */
size_t model_number_read(const char *text, struct model_number *number);

/* Returns the number that the shortest text of `number` is read as: exact, if that fits. */
struct model_number model_number_canonical(struct model_number number);

/* Writes a text that model_number_read() reads as the same number. `number` is canonical, not
 * negative, and a decimal (model_number_is_decimal). */
void model_number_write(struct model_number number, char *text, size_t room);
bool model_number_is_decimal(struct model_number number); /* its decimals end after a few digits */

struct model_number model_number_negate(struct model_number a);
struct model_number model_number_add(struct model_number a, struct model_number b);
struct model_number model_number_subtract(struct model_number a, struct model_number b);
struct model_number model_number_multiply(struct model_number a, struct model_number b);
struct model_number model_number_floor(struct model_number a);
struct model_number model_number_ceil(struct model_number a);
struct model_number model_number_absolute(struct model_number a);
enum model_number_trouble model_number_divide(struct model_number a, struct model_number b,
                                              struct model_number *result);
/* a - b * floor(a / b) */
enum model_number_trouble model_number_remainder(struct model_number a, struct model_number b,
                                                 struct model_number *result);
enum model_number_trouble model_number_power(struct model_number a, struct model_number b,
                                             struct model_number *result); /* 0 ** 0 is 1 */
enum model_number_trouble model_number_log(struct model_number a, struct model_number *result);
enum model_number_trouble model_number_log2(struct model_number a, struct model_number *result);

#endif
