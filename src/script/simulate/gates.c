/* gates.c: a transfer passes the gate of its sender, that of its receiver, and that of the way
 * between their sites. */
#include "script/simulate/gates.h"
#include "util/memory.h"

#include <stdbool.h>
#include <stdlib.h>

struct transfer {
    struct transfer *next;
    uint32_t edge, from, to;
};

/* One direction of one machine. */
struct gate {
    uint32_t busy;
    struct transfer *first, *last; /* that wait */
};

struct script_simulate_gates {
    const struct script_schedule_problem *problem;
    struct gate *out, *in; /* of each machine */
    struct gate *ways;     /* of each pair of sites; NULL: any number */
    const uint32_t *limits;
    void (*start)(uint32_t edge, uint32_t from, uint32_t to);
};

struct script_simulate_gates *
script_simulate_gates_new(const struct script_schedule_problem *problem, const uint32_t *limits,
                          void (*start)(uint32_t edge, uint32_t from, uint32_t to))
{
    struct script_simulate_gates *gates = memory_zeroed(1, sizeof *gates);
    size_t machines = problem->machine_count + (size_t)1, sites = problem->site_count;
    gates->problem = problem;
    gates->out = memory_zeroed(machines, sizeof *gates->out);
    gates->in = memory_zeroed(machines, sizeof *gates->in);
    gates->limits = limits;
    if (limits)
        gates->ways = memory_zeroed(sites * sites + 1, sizeof *gates->ways);
    gates->start = start;
    return gates;
}

static void free_waiting(struct gate *gate)
{
    for (struct transfer *transfer; (transfer = gate->first);) {
        gate->first = transfer->next;
        free(transfer);
    }
}

void script_simulate_gates_free(struct script_simulate_gates *gates)
{
    if (!gates)
        return;
    size_t sites = gates->problem->site_count;
    for (uint32_t m = 0; m < gates->problem->machine_count; m++) {
        free_waiting(&gates->out[m]);
        free_waiting(&gates->in[m]);
    }
    for (size_t i = 0; gates->ways && i < sites * sites; i++)
        free_waiting(&gates->ways[i]);
    free(gates->ways);
    free(gates->out);
    free(gates->in);
    free(gates);
}

/* True if there was room; else the transfer waits. */
static bool pass(struct gate *gate, uint32_t most, struct transfer *transfer)
{
    if (gate->busy < most) {
        gate->busy++;
        return true;
    }
    transfer->next = NULL;
    if (gate->first)
        gate->last->next = transfer;
    else
        gate->first = transfer;
    gate->last = transfer;
    return false;
}

/* Gives the room of one that has ended to the next; returns it. */
static struct transfer *leave(struct gate *gate)
{
    struct transfer *next = gate->first;
    if (next)
        gate->first = next->next;
    else
        gate->busy--;
    return next;
}

static void begin(struct script_simulate_gates *gates, struct transfer *transfer)
{
    uint32_t edge = transfer->edge, from = transfer->from, to = transfer->to;
    free(transfer);
    gates->start(edge, from, to);
}

/* Returns the number of the way between the sites of two machines. */
static size_t way_of(const struct script_simulate_gates *gates, uint32_t from, uint32_t to)
{
    const struct script_schedule_machine *machines = gates->problem->machines;
    return (size_t)machines[from].site * gates->problem->site_count + machines[to].site;
}

static bool is_limited(const struct script_simulate_gates *gates, uint32_t from, uint32_t to)
{
    return gates->ways && gates->limits[way_of(gates, from, to)];
}

/* Begins a transfer that has passed its machines' gates, or lets it wait for the way. */
static void take_way(struct script_simulate_gates *gates, struct transfer *transfer)
{
    size_t way = way_of(gates, transfer->from, transfer->to);
    if (!is_limited(gates, transfer->from, transfer->to) ||
        pass(&gates->ways[way], gates->limits[way], transfer))
        begin(gates, transfer);
}

void script_simulate_gates_enter(struct script_simulate_gates *gates, uint32_t edge, uint32_t from,
                                 uint32_t to)
{
    struct transfer *transfer = memory_zeroed(1, sizeof *transfer);
    *transfer = (struct transfer){NULL, edge, from, to};
    if (pass(&gates->out[from], SIMULATE_TRANSFERS_MOST, transfer) &&
        pass(&gates->in[to], SIMULATE_TRANSFERS_MOST, transfer))
        take_way(gates, transfer);
}

void script_simulate_gates_leave(struct script_simulate_gates *gates, uint32_t from, uint32_t to)
{
    bool limited = is_limited(gates, from, to);
    struct transfer *next = limited ? leave(&gates->ways[way_of(gates, from, to)]) : NULL;
    struct transfer *received = leave(&gates->in[to]), *sent = leave(&gates->out[from]);
    bool passed = sent && pass(&gates->in[sent->to], SIMULATE_TRANSFERS_MOST, sent);
    if (next)
        begin(gates, next);
    if (received)
        take_way(gates, received);
    if (passed)
        take_way(gates, sent);
}
