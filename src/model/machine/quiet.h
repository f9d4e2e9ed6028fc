/* quiet.h: tells how much of the machine other programs use while something is measured. */
#ifndef MODEL_MACHINE_QUIET_H
#define MODEL_MACHINE_QUIET_H

/* The beginning of a measurement. */
struct model_quiet {
    double time, busy, own; /* seconds: of the clock, of all cores, of this process */
};

struct model_quiet model_quiet_begin(void);

/* Returns the mean number of cores that others have used since then; 0 if it is not known. Time
 * that a virtual machine was not given counts, too. */
double model_quiet_others(const struct model_quiet *begin);

#endif
