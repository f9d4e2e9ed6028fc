/* kept_plans.h: plans that are kept from one run to the next (util/kept.h). A plan depends on the
 * binary alone, and on the build of this program: it is made again when either is another one. */
#ifndef LOOPS_PLAN_KEPT_PLANS_H
#define LOOPS_PLAN_KEPT_PLANS_H

#include "loops/plan/make.h"

/* As loops_make_plan(), but what was made before is copied, if it is still there. */
bool kept_plans_make(const char *path, const char *file, enum loops_make_kind kind,
                     struct error *error);

#endif
