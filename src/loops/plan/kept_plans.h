/* kept_plans.h: caches plans from one run to the next (util/kept.h). A plan depends only on the
 * binary and on the build of this program; it is made anew when either changes. */
#ifndef LOOPS_PLAN_KEPT_PLANS_H
#define LOOPS_PLAN_KEPT_PLANS_H

#include "loops/plan/make.h"

/* Does the same as loops_make_plan(), but copies the cached plan if there is one, and caches a new
 * one. */
bool kept_plans_make(const char *path, const char *file, struct loops_make what,
                     struct error *error);

#endif
