/* node_words.h: what places and lanes are called: those of a script are nodes and cores. */
#ifndef REPORT_TABLE_NODE_WORDS_H
#define REPORT_TABLE_NODE_WORDS_H

#include "report/table/view.h"

/* True if the run was one of `triptych script`: its routines are tasks, and its messages were
 * streams. */
bool report_view_is_script(const struct report_view *view);

/* Return "process", "threads", ...; `one`: in the singular. */
const char *report_view_place_word(const struct report_view *view, bool one);
const char *report_view_lane_word(const struct report_view *view, bool one);

#endif
