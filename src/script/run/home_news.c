/* home_news.c: see home_news.h */
#include "script/run/home_news.h"

#include "script/run/end.h"
#include "script/run/home.h"
#include "script/run/ready.h"

/* Nothing more is heard of an output or input: its bytes are lost with the agent. */
static void cut_off(struct run *run, uint32_t task)
{
    run->tasks[task].cut = true;
    end_taken(run, task, false);
}

static void take_all(struct run *run, const struct script_agents_news *news)
{
    struct run_task *state = &run->tasks[news->task];
    int which = news->errors ? HOME_ERRORS : HOME_OUTPUT;
    if (!(state->away & 1u << which))
        return;
    state->away &= (uint8_t) ~(1u << which);
    state->taken_bytes[which - 1] = news->bytes;
    state->cut |= news->cut;
    if (which == HOME_OUTPUT) {
        state->taken_kept = news->kept;
        run->shown[news->task].is_counted = true;
    }
    end_taken(run, news->task, news->dropped);
}

static void release(struct run *run, uint32_t task)
{
    struct run_task *state = &run->tasks[task];
    if (!(state->away & 1u << HOME_INPUT) || run->shown[task].state != SCRIPT_ENDED)
        return;
    state->away &= (uint8_t) ~(1u << HOME_INPUT);
    end_taken(run, task, false);
}

void home_news(struct run *run, uint32_t agent, const struct script_agents_news *news)
{
    if (news->kind == AGENTS_NEWS_FAILED) {
        if (!run->trouble.text[0])
            error_set(&run->trouble, "agent %u on %s: %s", agent + 1,
                      script_agents_fleet_host(run->options->fleet, agent), news->why);
        return;
    }
    if (news->stream >= run->graph->stream_count || run->streams[news->stream].home != agent)
        return;
    if (news->kind == AGENTS_NEWS_CROWDED) {
        run->streams[news->stream].crowded = true;
        if (run->plan)
            ready_force_readers(run, news->stream);
    } else if (news->task < run->graph->task_count && news->kind == AGENTS_NEWS_TAKEN) {
        take_all(run, news);
    } else if (news->task < run->graph->task_count) {
        release(run, news->task);
    }
}

/* True if all that was in a stream can be written again: no reader has begun, and its writers are
 * lost with the agent, and will be started again. */
static bool is_repeatable(const struct run *run, uint32_t number)
{
    const struct script_stream *stream = &run->graph->streams[number];
    for (size_t i = 0; i < stream->writers.count; i++) {
        uint32_t task = stream->writers.list[i];
        if (run->shown[task].state > SCRIPT_READY && !run->tasks[task].lost)
            return false;
    }
    for (size_t i = 0; i < stream->readers.count; i++) {
        if (run->shown[stream->readers.list[i]].state > SCRIPT_READY)
            return false;
    }
    return true;
}

/* Settles what waits for an answer of the lost agent. */
static void settle_writers(struct run *run, uint32_t number, bool again)
{
    const struct script_stream *stream = &run->graph->streams[number];
    for (size_t i = 0; i < stream->writers.count; i++) {
        uint32_t task = stream->writers.list[i];
        struct run_task *state = &run->tasks[task];
        for (int which = HOME_OUTPUT; which <= HOME_ERRORS; which++) {
            if (!(state->away & 1u << which) || home_end(run, task, which)->stream != number)
                continue;
            if (again) {
                state->away &= (uint8_t) ~(1u << which);
                state->untaken--;
            } else if (run->shown[task].state == SCRIPT_ENDED) {
                state->away &= (uint8_t) ~(1u << which);
                cut_off(run, task);
            }
        }
    }
}

static void settle_readers(struct run *run, uint32_t number)
{
    const struct script_stream *stream = &run->graph->streams[number];
    for (size_t i = 0; i < stream->readers.count; i++) {
        uint32_t task = stream->readers.list[i];
        struct run_task *state = &run->tasks[task];
        if (run->shown[task].state <= SCRIPT_READY) {
            end_without(run, task);
        } else if ((state->away & 1u << HOME_INPUT) && run->shown[task].state == SCRIPT_RUNNING) {
            state->cut = true;
        } else if ((state->away & 1u << HOME_INPUT) && run->shown[task].state == SCRIPT_ENDED) {
            state->away &= (uint8_t) ~(1u << HOME_INPUT);
            cut_off(run, task);
        }
    }
}

void home_agent_lost(struct run *run, uint32_t agent)
{
    for (uint32_t i = 0; i < run->graph->stream_count; i++) {
        struct run_stream *stream = &run->streams[i];
        if (stream->home != agent || stream->home_lost)
            continue;
        bool again = is_repeatable(run, i);
        stream->home_lost = !again;
        settle_writers(run, i, again);
        if (again)
            stream->home = SCRIPT_NONE;
        else if (run_count_to_come(run, &run->graph->streams[i].readers))
            settle_readers(run, i);
    }
}
