/* numbers_timeline.c: a timeline as JSON and CSV. */
#include "report/show/numbers.h"

#include "report/show/timeline.h"
#include "util/words.h"

static json_t *since(const struct cube_timeline *timeline, uint64_t moment)
{
    return json_integer((json_int_t)(moment - timeline->zero)); /* negative before it */
}

static void set_name(json_t *object, const char *key, const struct cube_timeline *timeline,
                     uint32_t region)
{
    struct buffer name = {0};
    timeline_name(&name, timeline, region);
    json_object_set_new(object, key, report_json_text(name.text));
    buffer_free(&name);
}

static json_t *bar_json(const struct cube_timeline *timeline, const struct cube_timeline_bar *bar)
{
    json_t *object = json_object();
    if (timeline_class(bar) == CYCLES_UNKNOWN)
        json_object_set_new(object, "region", json_null());
    else
        set_name(object, "region", timeline, bar->region);
    json_object_set_new(
        object, "class",
        json_string(archive_cycles_class_key((enum archive_cycles_class)timeline_class(bar))));
    json_object_set_new(object, "start_ns", since(timeline, bar->start));
    json_object_set_new(object, "end_ns", since(timeline, bar->end));
    if (!bar->stretches)
        json_object_set_new(object, "acts", json_integer(bar->acts));
    return object;
}

/* Returns the times of a lane by class. */
static json_t *times_json(const struct cube_timeline_lane *lane)
{
    json_t *object = json_object();
    for (int i = 0; i < CYCLES_CLASSES; i++)
        json_object_set_new(object, archive_cycles_class_key((enum archive_cycles_class)i),
                            report_json_count(lane->time[i]));
    return object;
}

static json_t *lanes_json(const struct cube_timeline *timeline)
{
    json_t *lanes = json_array();
    for (size_t i = 0; i < timeline->lane_count; i++) {
        const struct cube_timeline_lane *lane = &timeline->lanes[i];
        json_t *object = json_object(), *bars = json_array();
        for (size_t at = lane->first; at < lane->first + lane->count; at++)
            json_array_append_new(bars, bar_json(timeline, &timeline->bars[at]));
        json_object_set_new(object, "label", report_json_text(lane->label));
        json_object_set_new(object, "lane", json_integer(lane->lane));
        json_object_set_new(object, "bars", bars);
        json_object_set_new(object, "time_ns", times_json(lane));
        json_array_append_new(lanes, object);
    }
    return lanes;
}

static json_t *messages_json(const struct cube_timeline *timeline)
{
    json_t *messages = json_array();
    for (size_t i = 0; i < timeline->message_count; i++) {
        const struct cube_timeline_message *message = &timeline->messages[i];
        json_t *object = json_object();
        json_object_set_new(object, "from", report_json_text(timeline->lanes[message->from].label));
        json_object_set_new(object, "to", report_json_text(timeline->lanes[message->to].label));
        set_name(object, "send", timeline, message->send);
        set_name(object, "receive", timeline, message->receive);
        json_object_set_new(object, "sent_ns", since(timeline, message->sent));
        json_object_set_new(object, "received_ns", since(timeline, message->received));
        json_object_set_new(object, "waited_ns",
                            report_json_count(message->wait_end - message->wait_start));
        json_object_set_new(object, "bytes", report_json_bytes(message->bytes));
        json_object_set_new(object, "tag", json_integer(message->tag));
        json_array_append_new(messages, object);
    }
    return messages;
}

static json_t *operations_json(const struct cube_timeline *timeline)
{
    json_t *operations = json_array();
    for (size_t i = 0; i < timeline->operation_count; i++) {
        const struct cube_timeline_operation *operation = &timeline->operations[i];
        json_t *object = json_object(), *parts = json_array();
        set_name(object, "region", timeline, operation->region);
        json_object_set_new(object, "given", report_json_bytes(operation->given));
        for (size_t at = operation->first; at < operation->first + operation->count; at++) {
            const struct cube_timeline_part *part = &timeline->parts[at];
            json_t *one = json_object();
            json_object_set_new(one, "lane", report_json_text(timeline->lanes[part->lane].label));
            json_object_set_new(one, "start_ns", since(timeline, part->start));
            json_object_set_new(one, "end_ns", since(timeline, part->end));
            json_array_append_new(parts, one);
        }
        json_object_set_new(object, "parts", parts);
        json_array_append_new(operations, object);
    }
    return operations;
}

void numbers_timeline(json_t *object, const struct cube_timeline *timeline)
{
    json_object_set_new(object, "zero_ns", report_json_count(timeline->zero));
    json_object_set_new(object, "start_ns", report_json_count(timeline->start));
    json_object_set_new(object, "length_ns", report_json_count(timeline->end - timeline->start));
    json_object_set_new(object, "complete", json_boolean(!timeline->incomplete));
    if (timeline->missing.used)
        json_object_set_new(object, "missing", report_json_text(timeline->missing.text));
    json_object_set_new(object, "lanes", lanes_json(timeline));
    json_object_set_new(object, "messages", messages_json(timeline));
    json_object_set_new(object, "operations", operations_json(timeline));
}

static void add_moments(struct buffer *to, const struct cube_timeline *timeline, uint64_t start,
                        uint64_t end)
{
    buffer_printf(to, ",%lld,%lld,", (long long)(start - timeline->zero),
                  (long long)(end - timeline->zero));
}

static void add_name(struct buffer *to, const struct cube_timeline *timeline, uint32_t region)
{
    struct buffer name = {0};
    timeline_name(&name, timeline, region);
    words_csv(to, name.text);
    buffer_free(&name);
}

static void csv_bars(struct buffer *to, const struct cube_timeline *timeline)
{
    for (size_t i = 0; i < timeline->lane_count; i++) {
        const struct cube_timeline_lane *lane = &timeline->lanes[i];
        for (size_t at = lane->first; at < lane->first + lane->count; at++) {
            const struct cube_timeline_bar *bar = &timeline->bars[at];
            buffer_printf(to, "%s,",
                          archive_cycles_class_key((enum archive_cycles_class)timeline_class(bar)));
            words_csv(to, lane->label);
            buffer_add(to, ",,");
            add_name(to, timeline, bar->region);
            add_moments(to, timeline, bar->start, bar->end);
            buffer_add(to, ",\n");
        }
    }
}

void numbers_timeline_csv(struct buffer *to, const struct cube_timeline *timeline)
{
    buffer_add(to, "type,lane,to,region,start_ns,end_ns,bytes,tag\n");
    csv_bars(to, timeline);
    for (size_t i = 0; i < timeline->message_count; i++) {
        const struct cube_timeline_message *message = &timeline->messages[i];
        buffer_add(to, "message,");
        words_csv(to, timeline->lanes[message->from].label);
        buffer_add(to, ",");
        words_csv(to, timeline->lanes[message->to].label);
        buffer_add(to, ",");
        add_name(to, timeline, message->send);
        add_moments(to, timeline, message->sent, message->received);
        if (message->bytes != ARCHIVE_UNKNOWN)
            buffer_printf(to, "%llu", (unsigned long long)message->bytes);
        buffer_printf(to, ",%d\n", message->tag);
    }
}
