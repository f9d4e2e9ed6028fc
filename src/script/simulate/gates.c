/* gates.c: a transfer passes the gate of its sender, then that of its receiver. */
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
    struct gate *out, *in; /* of each machine */
    uint32_t machine_count;
    void (*start)(uint32_t edge, uint32_t from, uint32_t to);
};

struct script_simulate_gates *script_simulate_gates_new(uint32_t machine_count,
                                                        void (*start)(uint32_t edge, uint32_t from,
                                                                      uint32_t to))
{
    struct script_simulate_gates *gates = memory_zeroed(1, sizeof *gates);
    gates->out = memory_zeroed(machine_count + (size_t)1, sizeof *gates->out);
    gates->in = memory_zeroed(machine_count + (size_t)1, sizeof *gates->in);
    gates->machine_count = machine_count;
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
    for (uint32_t m = 0; m < gates->machine_count; m++) {
        free_waiting(&gates->out[m]);
        free_waiting(&gates->in[m]);
    }
    free(gates->out);
    free(gates->in);
    free(gates);
}

/* True if there was room; else the transfer waits. */
static bool pass(struct gate *gate, struct transfer *transfer)
{
    if (gate->busy < SIMULATE_TRANSFERS_MOST) {
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

void script_simulate_gates_enter(struct script_simulate_gates *gates, uint32_t edge, uint32_t from,
                                 uint32_t to)
{
    struct transfer *transfer = memory_zeroed(1, sizeof *transfer);
    *transfer = (struct transfer){NULL, edge, from, to};
    if (pass(&gates->out[from], transfer) && pass(&gates->in[to], transfer))
        begin(gates, transfer);
}

void script_simulate_gates_leave(struct script_simulate_gates *gates, uint32_t from, uint32_t to)
{
    struct transfer *received = leave(&gates->in[to]), *sent = leave(&gates->out[from]);
    bool passed = sent && pass(&gates->in[sent->to], sent);
    if (received)
        begin(gates, received);
    if (passed)
        begin(gates, sent);
}
