/* chrome_flows.c: arrows between lanes in the trace format of Chrome: messages, new threads and
 * tasks. */
#include "export/chrome.h"

enum { OFTEN = 4096 };

/* The beginning or end of an arrow: a lane and a time. */
struct point {
    uint32_t lane;
    uint64_t at;
};

static void write_point(struct chrome *chrome, const char *phase, const char *category,
                        const char *name, uint64_t id, struct point point)
{
    const struct archive *archive = chrome->job->archive;
    struct export_sink *out = chrome->job->out;
    chrome_begin(chrome);
    export_sink_text(out, phase);
    export_sink_text(out, "\",\"cat\":\"");
    export_sink_text(out, category);
    export_sink_text(out, "\",\"name\":\"");
    export_sink_text(out, name);
    export_sink_text(out, "\",\"id\":");
    export_sink_number(out, id);
    export_sink_text(out, ",\"pid\":");
    export_sink_number(out, archive->lanes.place[point.lane] + 1);
    export_sink_text(out, ",\"tid\":");
    export_sink_number(out, chrome->threads[point.lane]);
    export_sink_text(out, ",\"ts\":");
    export_sink_micros(out, chrome_moment(chrome, point.lane, point.at));
}

/* True if an arrow goes forward in time, as viewers require; only damaged archives have others. */
static bool goes_forwards(const struct chrome *chrome, struct point from, struct point to)
{
    return chrome_moment(chrome, from.lane, from.at) <= chrome_moment(chrome, to.lane, to.at);
}

/* Returns a time just before the end of a visit, so that an arrow still ends within it. */
static uint64_t just_before(uint64_t start, uint64_t end)
{
    return end > start ? end - 1 : end;
}

/* Writes which data it is; text 0: not known. */
static void write_data(struct chrome *chrome, const char *name, uint32_t text)
{
    struct export_sink *out = chrome->job->out;
    if (!text)
        return;
    export_sink_printf(out, ",\"%s\":", name);
    export_sink_json(out, archive_text(chrome->job->archive, text));
}

static void write_message_facts(struct chrome *chrome, size_t row)
{
    const struct archive *archive = chrome->job->archive;
    const struct archive_messages *messages = &archive->messages;
    struct export_sink *out = chrome->job->out;
    export_sink_text(out, ",\"args\":{");
    if (messages->bytes[row] != ARCHIVE_UNKNOWN) {
        export_sink_text(out, "\"bytes\":");
        export_sink_number(out, messages->bytes[row]);
        export_sink_text(out, ",");
    }
    export_sink_text(out, "\"tag\":");
    export_sink_signed(out, (int32_t)messages->tag[row]);
    export_sink_text(out, ",\"communicator\":");
    export_sink_number(out, messages->communicator[row]);
    write_data(chrome, "data", messages->data[row]);
    write_data(chrome, "received_data", messages->received_data[row]);
    export_sink_text(out, "}}");
}

static void write_message(struct chrome *chrome, size_t row)
{
    const struct archive *archive = chrome->job->archive;
    const struct archive_messages *messages = &archive->messages;
    uint32_t send = messages->send[row], receive = messages->receive[row];
    uint32_t finish = messages->finish[row];
    struct export_sink *out = chrome->job->out;
    if (send == ARCHIVE_NONE || !messages->send_start[row])
        return;
    struct point from = {archive->nodes.lane[send], messages->send_start[row]};
    if (receive != ARCHIVE_NONE && messages->receive_end[row]) {
        struct point to = {archive->nodes.lane[receive],
                           just_before(messages->receive_start[row], messages->receive_end[row])};
        if (goes_forwards(chrome, from, to)) {
            write_point(chrome, "s", "message", "message", row, from);
            write_message_facts(chrome, row);
            write_point(chrome, "f", "message", "message", row, to);
            export_sink_text(out, ",\"bp\":\"e\"}");
        }
    }
    if (finish != ARCHIVE_NONE && messages->finish_start[row] > messages->send_start[row] &&
        messages->finish_end[row] >= messages->finish_start[row]) {
        struct point end = {archive->nodes.lane[finish], messages->finish_end[row]};
        write_point(chrome, "b", "nonblocking", "send", row, from);
        write_message_facts(chrome, row);
        write_point(chrome, "e", "nonblocking", "send", row, end);
        export_sink_char(out, '}');
    }
}

/* Writes an arrow from the creation of a thread or task to its start. */
static void write_activity(struct chrome *chrome, size_t row)
{
    const struct archive_activities *all = &chrome->job->archive->activities;
    uint64_t id = chrome->job->archive->messages.rows + row;
    if (all->made_on[row] == ARCHIVE_NONE || all->first_lane[row] == ARCHIVE_NONE ||
        all->created[row] == ARCHIVE_UNKNOWN || all->start[row] == ARCHIVE_UNKNOWN)
        return;
    struct point from = {all->made_on[row], all->created[row]};
    struct point to = {all->first_lane[row], all->start[row]};
    if (all->kind[row] ==
        ARCHIVE_THREAD) /* a thread has no visit of its own: its first one represents it */
        to.at = chrome->firsts[to.lane];
    if (to.at == ARCHIVE_UNKNOWN)
        return;
    if (!goes_forwards(chrome, from, to))
        return;
    write_point(chrome, "s", "task", "begins", id, from);
    export_sink_char(chrome->job->out, '}');
    write_point(chrome, "f", "task", "begins", id, to);
    export_sink_text(chrome->job->out, ",\"bp\":\"e\"}");
}

/* Writes a mark at the end of a place that was killed. */
static void write_end(struct chrome *chrome, uint32_t lane)
{
    const struct archive *archive = chrome->job->archive;
    if (archive->places.state[archive->lanes.place[lane]] != ARCHIVE_UNFINISHED)
        return;
    chrome_begin(chrome);
    export_sink_printf(
        chrome->job->out,
        "i\",\"cat\":\"end\",\"name\":\"unfinished\",\"s\":\"t\",\"pid\":%u,\"tid\":%u,"
        "\"ts\":",
        archive->lanes.place[lane] + 1, chrome->threads[lane]);
    export_sink_micros(chrome->job->out, chrome_moment(chrome, lane, archive->lanes.end[lane]));
    export_sink_char(chrome->job->out, '}');
}

bool chrome_write_flows(struct chrome *chrome, struct error *error)
{
    const struct archive *archive = chrome->job->archive;
    size_t messages = archive->messages.rows, activities = archive->activities.rows;
    for (size_t i = 0; i < messages; i++) {
        write_message(chrome, i);
        if (i % OFTEN == 0 && !export_go_on(chrome->job, i, messages, error))
            return false;
    }
    for (size_t i = 0; i < activities; i++) {
        write_activity(chrome, i);
        if (i % OFTEN == 0 && !export_go_on(chrome->job, i, activities, error))
            return false;
    }
    for (uint32_t i = 0; i < archive->lanes.rows; i++)
        write_end(chrome, i);
    return true;
}
