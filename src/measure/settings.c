/* settings.c: see settings.h */
#include "measure/settings.h"

#include "format/event.h"
#include "format/place.h"
#include "measure/own/own.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { THROTTLE_VISITS = 10000 };

static const char *text_of(const char *name)
{
    const char *text = secure_getenv(name);
    return text && *text ? text : NULL;
}

/* True for a program that a configure script compiles and runs to test the system: its archive is
 * of no use, and the script might fail because of it. */
static bool is_trial_of_configure(void)
{
    const char *name = measure_own_program_name();
    return !strncmp(name, "conftest", 8) || !strncmp(name, "cmTC_", 5);
}

static uint32_t read_clock(const char *text)
{
    if (text && !strcmp(text, "cpu"))
        return FORMAT_CLOCK_CPU;
    if (text && !strcmp(text, "monotonic"))
        return FORMAT_CLOCK_MONOTONIC;
    return FORMAT_CLOCK_COUNTER;
}

static void read_throttle(struct measure_settings *settings, const char *text)
{
    settings->throttle_visits = THROTTLE_VISITS;
    settings->throttle_ns = SETTINGS_OPEN;
    if (!text)
        return;
    char *end;
    settings->throttle_visits = strtoull(text, &end, 10); /* "off" is 0 */
    if (*end == ',')
        settings->throttle_ns = strtoull(end + 1, NULL, 10);
}

static void read_events_limit(struct measure_settings *settings, const char *text)
{
    bool last = text && !strncmp(text, "last:", 5), first = text && !strncmp(text, "first:", 6);
    settings->events_keep = last ? FORMAT_KEEP_LAST : FORMAT_KEEP_FIRST;
    settings->events_limit = last || first ? strtoull(strchr(text, ':') + 1, NULL, 10) : 0;
}

/* True if measuring of the run was stopped before this process began. */
static bool is_stopped(const char *archive)
{
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s", archive, FORMAT_STOPPED_FILE);
    return size > 0 && (size_t)size < sizeof path && access(path, F_OK) == 0;
}

void measure_settings_read(struct measure_settings *settings)
{
    const char *all = text_of("TRIPTYCH");
    const char *count = text_of("TRIPTYCH_COUNT");
    const char *events = text_of("TRIPTYCH_EVENTS"), *collects = text_of("TRIPTYCH_COLLECT");
    settings->archive = text_of("TRIPTYCH_ARCHIVE");
    settings->off =
        __getauxval(AT_SECURE) || /* a setuid program writes nothing on behalf of its caller */
        (all && (!strcmp(all, "off") || !strcmp(all, "0"))) ||
        (!settings->archive && is_trial_of_configure()) ||
        (settings->archive && is_stopped(settings->archive));
    settings->count = count && strcmp(count, "0") != 0;
    settings->clock = read_clock(text_of("TRIPTYCH_CLOCK"));
    settings->only = text_of("TRIPTYCH_ONLY");
    settings->exclude = text_of("TRIPTYCH_EXCLUDE");
    settings->skip = text_of("TRIPTYCH_SKIP");
    read_throttle(settings, text_of("TRIPTYCH_THROTTLE"));
    format_events_read(events ? events : "", &settings->events);
    format_collectors_read(collects ? collects : "", &settings->collects);
    settings->filter = text_of("TRIPTYCH_FILTER");
    read_events_limit(settings, text_of("TRIPTYCH_EVENTS_LIMIT"));
}
