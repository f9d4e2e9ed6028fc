/* wire.h: what triptych and triptych-simulate tell each other. Both are of one build, so structs go
 * as they are: a question with its tasks, edges and factors; an answer with slots, machines and
 * names. */
#ifndef SCRIPT_SIMULATE_WIRE_H
#define SCRIPT_SIMULATE_WIRE_H

#include "script/schedule/steering.h"

#include <stdint.h>

#define SIMULATE_MAGIC UINT64_C(0x31304c554d495354)

struct script_simulate_question {
    uint64_t magic;
    uint32_t task_count, edge_count;
    uint32_t has_actual; /* behind the edges: a factor for each task */
    struct script_schedule_steering_options options;
};

struct script_simulate_answer {
    uint64_t magic;
    uint32_t task_count, machine_count;
    uint64_t name_bytes; /* of all names, each with its zero byte */
    double makespan, planned;
    uint32_t is_corrected; /* the plan was mended on the way */
    struct script_schedule_steering_counts counts;
};

struct script_simulate_answer_machine {
    double speed;
    uint32_t cores;
};

#endif
