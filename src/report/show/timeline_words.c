/* timeline_words.c: title, note and tooltips of a timeline: see timeline.h */
#include "report/show/timeline.h"

#include "report/show/scale.h"
#include "report/table/library.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>

double timeline_seconds(const struct cube_timeline *timeline, uint64_t moment)
{
    return ((double)moment - (double)timeline->zero) / 1e9;
}

void timeline_moment(struct buffer *to, const struct cube_timeline *timeline, uint64_t moment)
{
    buffer_printf(to, "%.6f s", timeline_seconds(timeline, moment));
}

static void add_length(struct buffer *to, uint64_t ns)
{
    words_time(to, ns);
}

char **timeline_labels(const struct cube_timeline *timeline)
{
    char **labels = memory_zeroed(timeline->lane_count + 1, sizeof *labels);
    for (size_t i = 0; i < timeline->lane_count; i++)
        labels[i] = words_clean(timeline->lanes[i].label);
    return labels;
}

void timeline_labels_free(const struct cube_timeline *timeline, char **labels)
{
    for (size_t i = 0; i < timeline->lane_count; i++)
        free(labels[i]);
    free(labels);
}

void timeline_name(struct buffer *to, const struct cube_timeline *timeline, uint32_t region)
{
    const char *name = region < timeline->name_count ? timeline->name[region] : NULL;
    char *clean = words_clean(name ? name : "?");
    buffer_add(to, clean);
    free(clean);
}

size_t timeline_class(const struct cube_timeline_bar *bar)
{
    size_t most = 0;
    for (size_t i = 1; i < CYCLES_CLASSES; i++) {
        if (bar->time[i] > bar->time[most])
            most = i;
    }
    return most;
}

bool timeline_is_mixed(const struct cube_timeline_bar *bar)
{
    size_t classes = 0;
    for (size_t i = 0; i < CYCLES_CLASSES; i++)
        classes += bar->time[i] > 0;
    return classes > 1;
}

char *timeline_class_word(const struct cube_timeline *timeline, size_t class)
{
    return report_library_words(timeline->library,
                                archive_cycles_class_word((enum archive_cycles_class) class));
}

void timeline_bar_tip(struct buffer *to, const struct cube_timeline *timeline, size_t lane,
                      const struct cube_timeline_bar *bar)
{
    char *label = words_clean(timeline->lanes[lane].label);
    buffer_printf(to, "%s: ", label);
    if (bar->stretches == 1 && timeline_class(bar) == CYCLES_UNKNOWN) {
        buffer_add(to, "unknown, as its events were dropped or not logged");
    } else if (bar->stretches == 1) {
        timeline_name(to, timeline, bar->region);
        char *word = timeline_class_word(timeline, timeline_class(bar));
        buffer_printf(to, ", %s", word);
        free(word);
    } else if (!bar->stretches) {
        buffer_printf(to, "%u events begin, most of the time in ", bar->acts);
        timeline_name(to, timeline, bar->region);
    } else {
        buffer_printf(to, "%u short bars, the longest ", bar->stretches);
        timeline_name(to, timeline, bar->region);
    }
    buffer_add(to, ", from ");
    timeline_moment(to, timeline, bar->start);
    buffer_add(to, " for ");
    add_length(to, bar->end - bar->start);
    free(label);
}

static void add_bytes(struct buffer *to, uint64_t bytes)
{
    if (bytes == ARCHIVE_UNKNOWN) {
        buffer_add(to, "unknown bytes");
        return;
    }
    words_count(to, bytes, true);
    buffer_add(to, " bytes");
}

void timeline_message_tip(struct buffer *to, const struct cube_timeline *timeline,
                          const struct cube_timeline_message *message)
{
    char *from = words_clean(timeline->lanes[message->from].label);
    char *target = words_clean(timeline->lanes[message->to].label);
    uint64_t waited = message->wait_end - message->wait_start;
    add_bytes(to, message->bytes);
    buffer_printf(to, " with tag %d from %s at ", message->tag, from);
    timeline_moment(to, timeline, message->sent);
    buffer_add(to, ", ");
    timeline_name(to, timeline, message->send);
    buffer_printf(to, ", to %s at ", target);
    timeline_moment(to, timeline, message->received);
    buffer_add(to, ", ");
    timeline_name(to, timeline, message->receive);
    if (waited) {
        buffer_add(to, ", which waited ");
        add_length(to, waited);
        buffer_add(to, " until it was sent");
    }
    free(from);
    free(target);
}

void timeline_operation_tip(struct buffer *to, const struct cube_timeline *timeline,
                            const struct cube_timeline_operation *operation)
{
    const struct cube_timeline_part *last = &timeline->parts[operation->last];
    char *lane = words_clean(timeline->lanes[last->lane].label);
    timeline_name(to, timeline, operation->region);
    buffer_printf(to, ", %zu lanes, ", operation->count);
    add_bytes(to, operation->given);
    buffer_printf(to, " sent; the last lane was %s at ", lane);
    timeline_moment(to, timeline, last->start);
    buffer_add(to, ", ");
    add_length(to, operation->waited);
    buffer_add(to, " after the first");
    free(lane);
}

void timeline_subtitle(struct buffer *to, const struct cube_timeline *timeline, bool utf8)
{
    buffer_add(to, "activity of each lane from ");
    scale_value(to, SCALE_SECONDS, timeline_seconds(timeline, timeline->start), utf8);
    buffer_add(to, " to ");
    scale_value(to, SCALE_SECONDS, timeline_seconds(timeline, timeline->end), utf8);
    if (timeline->messages_all)
        buffer_add(to, ", and the messages between them");
}

static void add_part(struct buffer *to, size_t part, size_t all, const char *what, bool drawn)
{
    if (!all)
        return;
    buffer_add(to, "; ");
    if (!drawn || part == all) {
        words_count(to, all, true);
        buffer_printf(to, " %s%s", what, all == 1 ? "" : "s");
        return;
    }
    words_count(to, part, true);
    buffer_add(to, " of ");
    words_count(to, all, true);
    buffer_printf(to, " %ss are drawn, those with the longest waits first", what);
}

void timeline_note(struct buffer *to, const struct cube_timeline *timeline, bool drawn)
{
    buffer_add(to, "from events");
    if (timeline->incomplete && !timeline->missing.used)
        buffer_add(to, ", some of which are missing");
    if (timeline->lane_count < timeline->lanes_all)
        buffer_printf(to, "; %zu of %zu lanes, chosen by --places and --lanes",
                      timeline->lane_count, timeline->lanes_all);
    add_part(to, timeline->message_count, timeline->messages_all, "message", drawn);
    add_part(to, timeline->operation_count, timeline->operations_all, "collective operation",
             drawn);
    if (timeline->elsewhere) {
        buffer_add(to, "; ");
        words_count(to, timeline->elsewhere, true);
        buffer_add(to, " more messages have an end on a lane that is not shown");
    }
    if (timeline->unmatched) {
        buffer_add(to, "; ");
        words_count(to, timeline->unmatched, true);
        buffer_add(to, timeline->unmatched == 1 ? " send or receive is not matched"
                                                : " sends and receives are not matched");
    }
}
