/* problem.h: right-hand sides whose solutions are known: sums of the matrix's own waves. */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdbool.h>

struct problem {
    int n;          /* cells across and down */
    double *right;  /* the right-hand side, n × n */
    double *answer; /* what must come out */
    double *wave;   /* n: room */
};

bool problem_open(struct problem *problem, int n); /* all zero; false when memory is out */
void problem_close(struct problem *problem);

/* Adds the wave sin(kπx)·sin(kπy), 1 ≤ k ≤ n, to the right-hand side, and its share to the answer:
 * it is an eigenvector of csr_diffusion(n). */
void problem_add_wave(struct problem *problem, int k);

#endif
