/* report.h: /api/N/report: what `triptych report --format json` prints. */
#ifndef SERVE_REPORT_H
#define SERVE_REPORT_H

#include "serve/run.h"

serve_handler serve_report;

#endif
