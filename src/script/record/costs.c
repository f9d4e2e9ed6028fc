/* costs.c: see costs.h */
#include "script/record/costs.h"

#include "launch/run_description.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>

struct sums {
    double tasks, seconds, counted, bytes;
};

json_t *record_costs(const struct script_graph *graph, const struct script_run_result *result)
{
    struct interned *names = interned_new();
    struct sums *all = NULL;
    size_t room = 0;
    uint32_t count = 0;
    json_t *list = json_array();
    for (size_t i = 0; result->tasks && i < graph->task_count; i++) {
        const struct script_task_run *run = &result->tasks[i];
        if (run->state != SCRIPT_DONE || !run->attempts)
            continue;
        uint32_t number = interned_add_text(names, graph->tasks[i].name);
        if (number >= count) {
            count = number + 1;
            all = memory_grow(all, &room, count, sizeof *all);
            all[number] = (struct sums){0};
        }
        all[number].tasks++;
        all[number].seconds += run->own;
        all[number].counted += run->is_counted;
        all[number].bytes += run->is_counted ? (double)run->written : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        json_t *one =
            json_pack("{s:o, s:I, s:f}", "name", launch_description_text(interned_text(names, i)),
                      "tasks", (json_int_t)all[i].tasks, "seconds", all[i].seconds / all[i].tasks);
        if (all[i].counted > 0)
            json_object_set_new(one, "bytes", json_real(all[i].bytes / all[i].counted));
        json_array_append_new(list, one);
    }
    interned_free(names);
    free(all);
    return list;
}
