/* html_charts.h: the queries of the Movement Chart and the Synchronization Chart, whose answers a
 * standalone file holds. */
#ifndef SERVE_HTML_CHARTS_H
#define SERVE_HTML_CHARTS_H

#include <jansson.h>

/* Calls `keep` for each query of the charts of a run; `tables` is the answer to the request
 * `tables`. */
void serve_html_charts(const json_t *tables, void (*keep)(void *of, const char *query), void *of);

#endif
