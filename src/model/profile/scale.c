/* scale.c: see scale.h */
#include "model/profile/scale.h"
#include "model/profile/store.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SETS = 3 };
static const double largest_error = 0.05;

/* Returns how far parameters are apart besides n. */
static double distance_without_n(const json_t *one, const json_t *other)
{
    json_t *a = json_copy((json_t *)(uintptr_t)one), *b = json_copy((json_t *)(uintptr_t)other);
    json_object_del(a, "n");
    json_object_del(b, "n");
    const double far = model_profile_distance(a, b) + model_profile_distance(b, a);
    json_decref(a);
    json_decref(b);
    return far;
}

/* Lists the values of one variable over n. Returns how many there are. */
static size_t values_of(const json_t *profile, const char *task, const json_t *parameters,
                        const char *variable, struct model_fit_point *points)
{
    const json_t *sets = json_object_get(profile, "sets");
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(sets); i++) {
        const json_t *set = json_array_get(sets, i), *had = json_object_get(set, "parameters");
        const double n = json_number_value(json_object_get(had, "n"));
        const json_t *value =
            json_object_get(json_object_get(json_object_get(set, "values"), variable), "value");
        if (strcmp(json_string_value(json_object_get(set, "task")), task) == 0 &&
            json_is_number(value) && n >= 1 && n < 1e9 && n == floor(n) &&
            distance_without_n(parameters, had) == 0)
            points[count++] = (struct model_fit_point){(int64_t)n, 1, 0, json_number_value(value)};
    }
    return count;
}

bool model_profile_scale(const json_t *profile, const char *task, const json_t *parameters,
                         const char *variable, struct model_fit *fit)
{
    const size_t sets = json_array_size(json_object_get(profile, "sets"));
    struct model_fit_point *points = memory_zeroed(sets + 1, sizeof *points);
    const size_t count = values_of(profile, task, parameters, variable, points);
    *fit = (struct model_fit){0};
    if (count >= LEAST_SETS)
        model_fit_find(points, count, fit);
    free(points);
    if (fit->kind == MODEL_FIT_EXACT ||
        (fit->kind == MODEL_FIT_CLOSE && fit->largest <= largest_error))
        return true;
    model_fit_free(fit);
    return false;
}
