/* What the files of the parallel version share. */
extern double *a, *b, *rhs;
extern int rows, cols, first_row, me, ranks;
void setup_field(void);
void exchange_borders(double *x);
void relax_rows(void);
double local_change(void);
void accept_rows(void);
#define COLS 66
#define AT(x, i, j) (x)[(i)*COLS + (j)]
