/* exchange.c: see exchange.h */
#include "model/predict/exchange.h"

#include "util/memory.h"

#include <math.h>
#include <string.h>

static struct simulation_channel *channel_of(struct simulation *sim, uint32_t source,
                                             uint32_t target)
{
    uint32_t number = pairs_add(&sim->channel_of, source, target, (uint32_t)sim->channel_count);
    if (number == sim->channel_count) {
        sim->channels = memory_grow(sim->channels, &sim->channel_room, sim->channel_count + 1,
                                    sizeof *sim->channels);
        sim->channels[sim->channel_count++] = (struct simulation_channel){0};
    }
    return &sim->channels[number];
}

/* A peer outside of the ranks is nobody, as MPI_PROC_NULL. */
static bool is_rank(const struct simulation *sim, double peer)
{
    return peer >= 0 && peer < sim->p;
}

void exchange_send(struct simulation *sim, uint32_t self, double bytes, double peer)
{
    struct simulation_rank *rank = &sim->ranks[self];
    if (!is_rank(sim, peer))
        return;
    double transfer = sim->factors.messages * fmax(bytes, 0) / sim->machine->bandwidth;
    rank->sums.time += transfer;
    rank->sums.messages += transfer;
    rank->sums.sends++;
    rank->sums.sent_bytes += bytes;
    struct simulation_channel *channel = channel_of(sim, self, (uint32_t)peer);
    channel->arrivals = memory_grow(channel->arrivals, &channel->room,
                                    channel->first + channel->count + 1, sizeof *channel->arrivals);
    channel->arrivals[channel->first + channel->count++] =
        rank->sums.time + sim->factors.messages * sim->machine->latency;
    if (sim->ranks[(uint32_t)peer].waits_for == (int64_t)self)
        simulation_wake(sim, (uint32_t)peer);
}

bool exchange_receive(struct simulation *sim, uint32_t self, double peer)
{
    struct simulation_rank *rank = &sim->ranks[self];
    if (!is_rank(sim, peer))
        return true;
    struct simulation_channel *channel = channel_of(sim, (uint32_t)peer, self);
    if (!channel->count) {
        rank->waits_for = (int64_t)peer;
        return false;
    }
    double arrival = channel->arrivals[channel->first++];
    rank->waits_for = -1;
    if (!--channel->count)
        channel->first = 0;
    if (arrival > rank->sums.time) { /* the last of it is the message's own way */
        double gap = arrival - rank->sums.time;
        double way = fmin(gap, sim->factors.messages * sim->machine->latency);
        rank->sums.waiting += gap - way;
        rank->sums.messages += way;
        rank->sums.time = arrival;
    }
    return true;
}

const char *exchange_collective(const struct simulation *sim, uint32_t step)
{
    const struct model_meta_task *task = sim->steps->task;
    const char *name = model_meta_word(task, task->nodes[sim->steps->items[step].node].name);
    return name ? name : "allreduce";
}

/* Ends the meeting for a rank. */
static void leave_meeting(struct simulation *sim, struct simulation_rank *rank,
                          const struct simulation_meeting *meeting)
{
    double took = sim->factors.messages *
                  model_machine_collective(sim->machine, exchange_collective(sim, meeting->step),
                                           meeting->bytes, sim->p);
    rank->sums.waiting += meeting->latest - rank->sums.time;
    rank->sums.messages += took;
    rank->sums.time = meeting->latest + took;
    rank->in_collective = false;
}

bool exchange_meet(struct simulation *sim, uint32_t self, uint32_t step, double bytes, bool *done)
{
    struct simulation_rank *rank = &sim->ranks[self];
    size_t number = rank->collectives++;
    sim->meetings =
        memory_grow(sim->meetings, &sim->meeting_room, number + 1, sizeof *sim->meetings);
    if (number >= sim->meeting_count) {
        sim->meetings[number] = (struct simulation_meeting){.step = step};
        sim->meeting_count = number + 1;
    }
    struct simulation_meeting *meeting = &sim->meetings[number];
    const char *name = exchange_collective(sim, step),
               *other = exchange_collective(sim, meeting->step);
    if (strcmp(name, other) != 0)
        return error_set(
            sim->error, "rank %u is in %.60s (line %u) while another is in %.60s (line %u)", self,
            name, simulation_line(sim, step), other, simulation_line(sim, meeting->step));
    rank->sums.meetings++;
    rank->sums.met_bytes += bytes;
    meeting->latest = fmax(meeting->latest, rank->sums.time);
    meeting->bytes = fmax(meeting->bytes, bytes);
    rank->in_collective = true;
    *done = ++meeting->came == sim->p;
    for (uint32_t i = 0; *done && i < sim->p; i++) {
        struct simulation_rank *each = &sim->ranks[i];
        leave_meeting(sim, each, meeting);
        if (i != self)
            simulation_wake(sim, i);
    }
    return true;
}
