/* trouble.h: an error in a query, as an answer. */
#ifndef SERVE_TROUBLE_H
#define SERVE_TROUBLE_H

#include "serve/answer.h"
#include "util/diagnostic.h"

/* Makes the error the answer, with its position in the text. Returns false. */
bool serve_trouble(const struct diagnostic *trouble, struct serve_answer *answer);

#endif
