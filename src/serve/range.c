/* range.c: see range.h */
#include "serve/range.h"

#include "util/number.h"

#define LATEST (UINT64_C(1) << 53) /* ns: larger numbers are not exact in JSON */

bool serve_range_read(struct serve_range *range, const struct serve_request *request,
                      const struct archive *archive, struct serve_answer *answer)
{
    bool at_least;
    range->zero = archive_zero(archive);
    range->from = 0;
    range->to = number_minus(archive_end(archive, &at_least), range->zero);
    range->to = range->to ? range->to : 1;
    if (!serve_values_number(&request->values, "from", 0, LATEST, &range->from) ||
        !serve_values_number(&request->values, "to", 0, LATEST, &range->to))
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`from` and `to` must be ns since the start of the run",
                                  "write whole numbers such as from=0&to=1000000");
    return range->from < range->to ||
           serve_answer_error(answer, SERVE_BAD_REQUEST, "`from` must be before `to`", NULL);
}
