/* drive.c: an actor per running task and per transfer. What to start where is asked of steering;
 * how long it takes, with all else that goes on, SimGrid says. */
#include "script/simulate/drive.h"
#include "script/schedule/arrival.h"
#include "script/schedule/graph.h"
#include "script/simulate/gates.h"
#include "util/memory.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <stdlib.h>

enum edge_state {
    EDGE_IDLE,  /* nothing was sent */
    EDGE_SENT,  /* on its way */
    EDGE_FIRST, /* of a stream: the reader can start */
    EDGE_REST,  /* of a stream: all but the last chunk has come */
    EDGE_LAST,  /* all has come */
};

struct edge_status {
    uint32_t machine; /* that it was sent to */
    uint8_t state;    /* enum edge_state */
    bool tail;        /* the last chunk is on its way */
    bool resend;      /* it must be brought to another machine than was planned */
};

struct task_status {
    uint32_t missing; /* inputs of a started task that have not come (the first of a stream) */
    double seconds;   /* that it computed */
    bool started, computed, ended;
};

/* SimGrid is one per process; so is this. */
static struct drive {
    const struct script_schedule_problem *problem;
    const struct script_simulate_platform *platform;
    struct script_schedule_graph graph;
    struct script_schedule_steering *steering;
    struct script_simulate_gates *gates;
    struct script_schedule_slot *slots;
    const double *actual; /* by task, or NULL */
    struct task_status *tasks;
    struct edge_status *edges;
    double *wakes;
    uint32_t ended;
    bool is_static;
} drive;

/* Starts an actor on a machine, with a number. */
static void act(void (*code)(int, char **), uint32_t machine, uintptr_t number)
{
    sg_actor_t actor = sg_actor_init("", drive.platform->hosts[machine]);
    sg_actor_set_data(actor, (void *)number); // NOLINT(performance-no-int-to-ptr)
    sg_actor_start(actor, code, 0, NULL);
}

static uint32_t own_number(void)
{
    return (uint32_t)(uintptr_t)sg_actor_self_get_data();
}

/* Returns the seconds that a task really takes on a machine. */
static double actual_seconds(uint32_t task, uint32_t machine)
{
    return script_schedule_seconds(drive.problem, task, machine) *
           (drive.actual ? drive.actual[task] : 1);
}

static void start_tasks(uint32_t machine, double now);
static void push_edges(uint32_t task, uint8_t kind);

static void start_after(uint32_t task)
{
    double now = simgrid_get_clock();
    const struct script_schedule_slot *slots = script_schedule_steering_slots(drive.steering);
    if (!drive.is_static) {
        for (uint32_t m = 0; m < drive.problem->machine_count; m++)
            start_tasks(m, now);
        return;
    }
    start_tasks(slots[task].machine, now);
    for (uint32_t i = drive.graph.out_first[task]; i < drive.graph.out_first[task + 1]; i++)
        start_tasks(slots[drive.problem->edges[drive.graph.out[i]].to].machine, now);
}

/* Ends a task that has computed and got the last bytes of all streams. */
static void end_if_done(uint32_t task)
{
    if (!drive.tasks[task].computed || drive.tasks[task].ended)
        return;
    for (uint32_t i = drive.graph.in_first[task]; i < drive.graph.in_first[task + 1]; i++)
        if (drive.edges[drive.graph.in[i]].state != EDGE_LAST)
            return;
    drive.tasks[task].ended = true;
    drive.slots[task].end = simgrid_get_clock();
    drive.ended++;
    push_edges(task, SCHEDULE_AFTER);
    push_edges(task, SCHEDULE_STREAM); /* their tails */
    script_schedule_steering_finished(drive.steering, task, drive.slots[task].end,
                                      drive.tasks[task].seconds);
    start_after(task);
}

static void compute(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint32_t task = own_number(), machine = drive.slots[task].machine;
    double seconds = actual_seconds(task, machine);
    double start = simgrid_get_clock();
    sg_actor_execute(seconds * drive.problem->machines[machine].speed);
    drive.tasks[task].seconds = simgrid_get_clock() - start;
    drive.tasks[task].computed = true;
    end_if_done(task);
}

/* Raises the state of an edge, unless it is meanwhile sent to another machine. */
static void arrive(uint32_t edge, uint32_t machine, enum edge_state state)
{
    struct edge_status *status = &drive.edges[edge];
    uint32_t reader = drive.problem->edges[edge].to;
    bool was_missing = status->state < EDGE_FIRST;
    if (status->machine != machine || status->state >= state)
        return;
    status->state = state;
    if (was_missing && drive.tasks[reader].started && !--drive.tasks[reader].missing)
        act(compute, machine, reader);
    if (state == EDGE_LAST)
        end_if_done(reader);
}

static void send_bytes(uint32_t edge, uint32_t machine, double bytes)
{
    uint32_t from = drive.slots[drive.problem->edges[edge].from].machine;
    if (from != machine)
        sg_host_sendto(drive.platform->hosts[from], drive.platform->hosts[machine], bytes);
}

/* A transfer between two machines. */
struct sending {
    uint32_t edge, from, to;
};

static void send_all(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct sending sending = *(struct sending *)sg_actor_self_get_data();
    free(sg_actor_self_get_data());
    send_bytes(sending.edge, sending.to, drive.problem->edges[sending.edge].bytes);
    arrive(sending.edge, sending.to, EDGE_LAST);
    script_simulate_gates_leave(drive.gates, sending.from, sending.to);
}

static void start_sending(uint32_t edge, uint32_t from, uint32_t to)
{
    struct sending *sending = memory_zeroed(1, sizeof *sending);
    *sending = (struct sending){edge, from, to};
    act(send_all, from, (uintptr_t)sending);
}

static void send_tail(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint32_t edge = own_number(), machine = drive.edges[edge].machine;
    send_bytes(edge, machine, script_schedule_chunk(&drive.problem->edges[edge]));
    arrive(edge, machine, EDGE_LAST);
}

/* The last chunk leaves when the writer has ended and all before it has come. */
static void send_tail_if_due(uint32_t edge)
{
    struct edge_status *status = &drive.edges[edge];
    const struct script_schedule_edge *about = &drive.problem->edges[edge];
    if (status->state != EDGE_REST || status->tail || !drive.tasks[about->from].ended)
        return;
    status->tail = true;
    act(send_tail, drive.slots[about->from].machine, edge);
}

/* The first chunk leaves when it is written; the others follow. */
static void send_stream(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint32_t edge = own_number(), machine = drive.edges[edge].machine;
    const struct script_schedule_edge *about = &drive.problem->edges[edge];
    const struct script_schedule_slot *writer = &drive.slots[about->from];
    double seconds = actual_seconds(about->from, writer->machine);
    double written = writer->start + seconds * script_schedule_first_share(about);
    double chunk = script_schedule_chunk(about), rest = about->bytes - 2 * chunk;
    if (written > simgrid_get_clock())
        sg_actor_sleep_until(written);
    send_bytes(edge, machine, chunk);
    arrive(edge, machine, EDGE_FIRST);
    if (rest > 0)
        send_bytes(edge, machine, rest);
    arrive(edge, machine, EDGE_REST);
    if (drive.edges[edge].machine == machine)
        send_tail_if_due(edge);
}

/* Notes that data go to a machine. True if an actor must bring them. */
static bool address_edge(uint32_t edge, uint32_t machine)
{
    const struct script_schedule_edge *about = &drive.problem->edges[edge];
    bool here = drive.slots[about->from].machine == machine && about->kind == SCHEDULE_AFTER;
    drive.edges[edge] =
        (struct edge_status){.machine = machine, .state = here ? EDGE_LAST : EDGE_SENT};
    return !here;
}

static void send_edge(uint32_t edge)
{
    const struct script_schedule_edge *about = &drive.problem->edges[edge];
    uint32_t from = drive.slots[about->from].machine;
    if (about->kind == SCHEDULE_STREAM)
        act(send_stream, from, edge);
    else
        script_simulate_gates_enter(drive.gates, edge, from, drive.edges[edge].machine);
}

/* At the end (or start) of a writer, data go to where their readers are planned. */
static void push_edges(uint32_t task, uint8_t kind)
{
    const struct script_schedule_slot *slots = script_schedule_steering_slots(drive.steering);
    for (uint32_t i = drive.graph.out_first[task]; i < drive.graph.out_first[task + 1]; i++) {
        uint32_t edge = drive.graph.out[i];
        const struct script_schedule_edge *about = &drive.problem->edges[edge];
        if (about->kind != kind)
            continue;
        if (drive.edges[edge].state != EDGE_IDLE)
            send_tail_if_due(edge);
        else if (address_edge(edge, slots[about->to].machine))
            send_edge(edge);
    }
}

/* Other actors run whenever one is started here: all that they look at is set before. */
static void start_task(uint32_t task, uint32_t machine)
{
    struct task_status *status = &drive.tasks[task];
    uint32_t first = drive.graph.in_first[task], end = drive.graph.in_first[task + 1];
    drive.slots[task] = (struct script_schedule_slot){machine, simgrid_get_clock(), INFINITY};
    for (uint32_t i = first; i < end; i++) {
        struct edge_status *edge = &drive.edges[drive.graph.in[i]];
        if (edge->machine != machine || edge->state == EDGE_IDLE)
            edge->resend = address_edge(drive.graph.in[i], machine);
        status->missing += edge->state < EDGE_FIRST;
    }
    bool complete = !status->missing;
    status->started = true;
    for (uint32_t i = first; i < end; i++)
        if (drive.edges[drive.graph.in[i]].resend) {
            drive.edges[drive.graph.in[i]].resend = false;
            send_edge(drive.graph.in[i]);
        }
    if (complete)
        act(compute, machine, task);
    push_edges(task, SCHEDULE_STREAM);
}

struct waking {
    uint32_t machine;
    double at;
};

static void wake(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct waking *waking = sg_actor_self_get_data();
    uint32_t machine = waking->machine;
    double at = waking->at;
    sg_actor_sleep_until(at);
    free(waking);
    start_tasks(machine, fmax(at, simgrid_get_clock())); /* the clock may be rounded down */
}

static void wake_at(uint32_t machine, double at)
{
    struct waking *waking = memory_zeroed(1, sizeof *waking);
    *waking = (struct waking){machine, at};
    drive.wakes[machine] = at;
    act(wake, machine, (uintptr_t)waking);
}

/* In an actor of its own: a chain of streams would otherwise be as deep on the stack as it is long.
 */
static void start_reader(int argc, char **argv)
{
    (void)argc, (void)argv;
    start_tasks(own_number(), simgrid_get_clock());
}

static void start_tasks(uint32_t machine, double now)
{
    double at = INFINITY;
    for (uint32_t task; (task = script_schedule_steering_next(drive.steering, machine, now, &at)) !=
                        SCHEDULE_NONE;) {
        start_task(task, machine);
        const struct script_schedule_slot *slots = script_schedule_steering_slots(drive.steering);
        for (uint32_t i = drive.graph.out_first[task]; i < drive.graph.out_first[task + 1]; i++) {
            const struct script_schedule_edge *edge = &drive.problem->edges[drive.graph.out[i]];
            if (edge->kind == SCHEDULE_STREAM && slots[edge->to].machine != machine)
                act(start_reader, slots[edge->to].machine, slots[edge->to].machine);
        }
    }
    if (isfinite(at) && at != drive.wakes[machine])
        wake_at(machine, at);
}

static void begin(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (uint32_t m = 0; m < drive.problem->machine_count; m++)
        start_tasks(m, 0);
}

bool script_simulate_drive(const struct script_schedule_problem *problem,
                           const struct script_simulate_platform *platform,
                           const struct script_schedule_steering_options *options,
                           const double *actual, struct script_schedule_steering *steering,
                           struct script_schedule_slot *slots)
{
    struct error error;
    drive = (struct drive){
        .problem = problem,
        .platform = platform,
        .steering = steering,
        .slots = slots,
        .actual = actual,
        .gates = script_simulate_gates_new(problem, platform->transfers, start_sending),
        .tasks = memory_zeroed(problem->task_count + (size_t)1, sizeof *drive.tasks),
        .edges = memory_zeroed(problem->edge_count + (size_t)1, sizeof *drive.edges),
        .wakes = memory_zeroed(problem->machine_count + (size_t)1, sizeof *drive.wakes),
        .is_static = !options->refine && !options->steal,
    };
    if (!script_schedule_graph_make(problem, &drive.graph, &error))
        return false;
    act(begin, 0, 0);
    simgrid_run();
    bool all = drive.ended == problem->task_count;
    script_schedule_graph_free(&drive.graph);
    script_simulate_gates_free(drive.gates);
    free(drive.tasks);
    free(drive.edges);
    free(drive.wakes);
    return all;
}
