/* activities.h: /api/N/activities: threads and tasks, where they ran, and who waits for whom now.
 */
#ifndef SERVE_ACTIVITIES_H
#define SERVE_ACTIVITIES_H

#include "serve/run.h"

serve_handler serve_activities;

#endif
