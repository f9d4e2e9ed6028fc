/* trouble.h: an error in a query, as an answer. */
#ifndef SERVE_TROUBLE_H
#define SERVE_TROUBLE_H

#include "query/parse/diagnostic.h"
#include "serve/answer.h"

/* Makes the error the answer, with its position in the text. Returns false. */
bool serve_trouble(const struct query_diagnostic *trouble, struct serve_answer *answer);

#endif
