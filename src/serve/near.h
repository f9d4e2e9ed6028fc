/* near.h: answers which archives lie beside those that are open. */
#ifndef SERVE_NEAR_H
#define SERVE_NEAR_H

#include "serve/answer.h"
#include "serve/runs.h"

/* Writes the paths of the folders NAME.tri beside the open archives, without the open ones, in
 * the order of their names: {"archives": [{"name": "B.tri", "path": "/home/me/B.tri"}]}. */
void serve_near(struct serve_runs *runs, struct serve_answer *answer);

#endif
