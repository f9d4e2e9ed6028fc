/* plan.c: see plan.h */
#include "script/run/plan.h"

#include "script/agents/fleet.h"
#include "script/costs/graph_problem.h"
#include "script/run/placement.h"
#include "script/schedule/steering.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { LOOK = 20 }; /* ms after which idle agents look again for something to steal */

/* Streams between agents whose network was not measured: a guess of what clusters have. */
static const struct script_schedule_link network = {.bandwidth = 1e9, .latency = 1e-4};

static const double share_of_planning = 0.02; /* of the time of a run, at most */

struct run_plan {
    struct script_costs_problem made;
    struct script_schedule_machine *machines; /* agents, or this machine */
    struct script_schedule_steering *steering;
    double planned;                                /* seconds that the first plan takes */
    double cost;                                   /* seconds that making the last one took */
    struct script_schedule_steering_counts before; /* of plans for fewer tasks */
    uint64_t looked; /* ns: the last time that all machines were asked for */
    bool is_changed; /* a task has become ready, or cores have become free, since then */
    bool is_hungry;  /* some task could start, but none was started on a machine with free cores */
};

static double seconds_now(const struct run *run)
{
    return (double)(run_now() - run->result->start) / 1e9;
}

static uint32_t machine_of(const struct run *run, uint32_t task)
{
    return run->options->fleet ? run->tasks[task].agent : 0;
}

/* Returns the link of an agent's node. What was measured is the way through two nodes' links, and
 * that between agents is, too. */
static struct script_schedule_link link_of(const struct run *run, uint32_t agent)
{
    if (!run->options->links)
        return network;
    struct script_schedule_link link = run->options->links[agent];
    link.latency /= 2;
    return link;
}

static void make_machines(const struct run *run, struct run_plan *plan)
{
    struct script_agents_fleet *fleet = run->options->fleet;
    uint32_t count = fleet ? script_agents_fleet_count(fleet) : 1;
    plan->machines = memory_zeroed(count + (size_t)1, sizeof *plan->machines);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cores = fleet ? script_agents_fleet_cores(fleet, i) : run->free_cores;
        plan->machines[i] = (struct script_schedule_machine){
            .speed = run->options->speeds ? run->options->speeds[i]
                     : fleet              ? script_agents_fleet_speed(fleet, i)
                                          : 1,
            .cores = cores ? cores : 1, /* one that never came is left out later */
            .memory = placement_memory(run, i),
            .link = link_of(run, i)};
    }
    plan->made.problem.machines = plan->machines;
    plan->made.problem.machine_count = count;
}

/* Makes what tasks take no more than some machine has, as when they are started. */
static void limit_needs(const struct run *run, struct run_plan *plan)
{
    for (uint32_t i = 0; i < run->graph->task_count; i++) {
        struct placement needs = placement_of(run, i);
        plan->made.tasks[i].cores = needs.cores;
        plan->made.tasks[i].memory = needs.memory;
    }
}

/* Takes agents that are not there out of the plan. */
static void leave_out(struct run *run, struct run_plan *plan)
{
    bool any = false;
    for (uint32_t i = 0; run->options->fleet && i < plan->made.problem.machine_count; i++) {
        if (script_agents_fleet_is_there(run->options->fleet, i) || !plan->machines[i].cores)
            continue;
        plan->machines[i].cores = 0;
        any = true;
    }
    if (any && placement_any_agent(run) != SCRIPT_NONE) {
        limit_needs(run, plan);
        script_schedule_steering_lost(plan->steering, seconds_now(run));
    }
}

static bool begin(struct run *run, struct run_plan *plan, struct error *error)
{
    struct script_schedule_steering_options options = {.algorithm = run->options->algorithm,
                                                       .seed = 1,
                                                       .refine = true,
                                                       .steal = true,
                                                       .external = true};
    uint64_t start = run_now();
    if (!script_costs_problem_make(run->graph, 1, &plan->made, error))
        return false;
    make_machines(run, plan);
    limit_needs(run, plan);
    for (uint32_t i = 0; i < run->graph->task_count; i++) {
        if ((run->kept && run->kept[i]) || run->shown[i].state >= SCRIPT_ENDED)
            plan->made.tasks[i].work = 0;
    }
    plan->steering = script_schedule_steering_new(&plan->made.problem, &options, error);
    if (!plan->steering)
        return false;
    leave_out(run, plan);
    double cost = (double)(run_now() - start) / 1e9;
    script_schedule_steering_price(plan->steering, cost, cost / share_of_planning);
    plan->cost = cost;
    plan->is_changed = true;
    return true;
}

void plan_begin(struct run *run)
{
    struct error error = {0};
    if (!run->options->planned)
        return;
    run->plan = memory_zeroed(1, sizeof *run->plan);
    if (begin(run, run->plan, &error)) {
        run->plan->planned = script_schedule_steering_end(run->plan->steering);
        return;
    }
    fprintf(stderr, "triptych script: tasks are not placed by a plan: %s\n", error.text);
    plan_end(run);
}

static struct script_schedule_steering_counts count_all(const struct run_plan *plan)
{
    struct script_schedule_steering_counts counts = script_schedule_steering_counts(plan->steering);
    counts.plans += plan->before.plans;
    counts.adopted += plan->before.adopted;
    counts.stolen += plan->before.stolen;
    return counts;
}

double plan_pause(const struct run *run)
{
    return run->plan ? run->plan->cost / share_of_planning : 0;
}

/* Tells a new plan what runs and what has been. */
static void tell_states(const struct run *run, struct run_plan *plan)
{
    double now = seconds_now(run);
    for (uint32_t i = 0; i < run->graph->task_count; i++) {
        enum script_state state = run->shown[i].state;
        if (state == SCRIPT_RUNNING)
            script_schedule_steering_started(plan->steering, i, machine_of(run, i), now);
        else if (state >= SCRIPT_ENDED)
            script_schedule_steering_dropped(plan->steering, i, now);
    }
    if (!run->options->fleet || placement_any_agent(run) != SCRIPT_NONE)
        script_schedule_steering_lost(plan->steering, now);
}

void plan_more(struct run *run)
{
    struct run_plan *plan = run->plan;
    struct error error = {0};
    if (!plan)
        return;
    plan->before = count_all(plan);
    script_schedule_steering_free(plan->steering);
    script_costs_problem_free(&plan->made);
    free(plan->machines);
    plan->made = (struct script_costs_problem){0};
    plan->machines = NULL;
    plan->steering = NULL;
    if (begin(run, plan, &error)) {
        tell_states(run, plan);
        return;
    }
    fprintf(stderr, "triptych script: tasks are no longer placed by a plan: %s\n", error.text);
    plan_end(run);
}

static void tell(const struct run *run)
{
    struct script_run_schedule *told = &run->result->schedule;
    struct script_schedule_steering_counts counts = count_all(run->plan);
    *told = (struct script_run_schedule){.planned = run->plan->planned,
                                         .algorithm = run->options->algorithm,
                                         .plans = counts.plans,
                                         .adopted = counts.adopted,
                                         .stolen = counts.stolen,
                                         .is_used = true};
    for (uint32_t i = 0; i < run->result->node_count; i++)
        run->result->nodes[i].speed = script_schedule_steering_speed(run->plan->steering, i);
}

void plan_end(struct run *run)
{
    if (!run->plan)
        return;
    if (run->plan->steering)
        tell(run);
    script_schedule_steering_free(run->plan->steering);
    script_costs_problem_free(&run->plan->made);
    free(run->plan->machines);
    free(run->plan);
    run->plan = NULL;
}

void plan_ready(struct run *run, uint32_t task)
{
    run->plan->made.tasks[task].memory = placement_of(run, task).memory; /* may have grown */
    script_schedule_steering_ready(run->plan->steering, task);
    run->plan->is_changed = true;
}

void plan_started(struct run *run, uint32_t task)
{
    if (run->plan)
        script_schedule_steering_started(run->plan->steering, task, machine_of(run, task),
                                         seconds_now(run));
}

void plan_ended(struct run *run, uint32_t task, bool good)
{
    if (!run->plan)
        return;
    run->plan->is_changed = true;
    if (good)
        script_schedule_steering_finished(run->plan->steering, task, seconds_now(run),
                                          run->shown[task].own);
    else
        script_schedule_steering_failed(run->plan->steering, task, seconds_now(run));
}

void plan_settled(struct run *run, uint32_t task)
{
    if (run->plan)
        script_schedule_steering_dropped(run->plan->steering, task, seconds_now(run));
}

void plan_lost(struct run *run)
{
    if (!run->plan)
        return;
    leave_out(run, run->plan);
    run->plan->is_changed = true;
}

/* Asks all machines. */
static uint32_t ask(struct run *run, double now)
{
    struct run_plan *plan = run->plan;
    struct script_schedule_steering *steering = plan->steering;
    double wake;
    for (uint32_t i = 0; i < plan->made.problem.machine_count; i++) {
        if (run->options->fleet && !script_agents_fleet_is_there(run->options->fleet, i))
            continue;
        uint32_t stolen = script_schedule_steering_counts(steering).stolen;
        uint32_t task = script_schedule_steering_next(steering, i, now, &wake);
        if (task == SCHEDULE_NONE)
            continue;
        run->shown[task].stolen = script_schedule_steering_counts(steering).stolen > stolen;
        return task;
    }
    return SCRIPT_NONE;
}

uint32_t plan_next(struct run *run)
{
    struct run_plan *plan = run->plan;
    uint64_t now = run_now();
    if (run->running + 1 >= run->slot_count ||
        (run->options->fleet && placement_any_agent(run) == SCRIPT_NONE))
        return SCRIPT_NONE;
    if (!plan->is_changed && now < plan->looked + LOOK * UINT64_C(1000000))
        return SCRIPT_NONE;
    uint32_t task = ask(run, seconds_now(run));
    if (task == SCRIPT_NONE && !run->running) /* never wait for nothing */
        task = script_schedule_steering_any(plan->steering);
    if (task != SCRIPT_NONE)
        return task;
    plan->is_changed = false;
    plan->looked = now;
    plan->is_hungry = script_schedule_steering_any(plan->steering) != SCRIPT_NONE;
    return SCRIPT_NONE;
}

uint32_t plan_agent(const struct run *run, uint32_t task)
{
    uint32_t agent = script_schedule_steering_slots(run->plan->steering)[task].machine;
    if (script_agents_fleet_is_there(run->options->fleet, agent))
        return agent;
    return placement_any_agent(run);
}

bool plan_wants_pipe(const struct run *run, uint32_t writer, uint32_t reader)
{
    static const double much = 1e6; /* bytes that should not pass through an agent */
    const struct run_plan *plan = run->plan;
    if (!plan || script_schedule_steering_any(plan->steering) == SCHEDULE_NONE)
        return true;
    double bytes = run->graph->tasks[writer].bytes;
    return plan->made.tasks[reader].work >= plan->made.tasks[writer].work / 2 ||
           (run->options->fleet && (bytes > much || !(bytes > 0)));
}

int plan_wait(const struct run *run, int wait)
{
    return run->plan && run->plan->is_hungry && (wait < 0 || wait > LOOK) ? LOOK : wait;
}

void plan_add_counts(const struct run *run, struct buffer *line)
{
    struct script_schedule_steering_counts counts = count_all(run->plan);
    if (counts.stolen)
        buffer_printf(line, ", %u stolen", counts.stolen);
    if (counts.adopted)
        buffer_printf(line, ", re-placed %ux", counts.adopted);
}

double plan_left(const struct run *run)
{
    return script_schedule_steering_end(run->plan->steering) - seconds_now(run);
}
