/* reader.c: see reader.h */
#include "query/data/reader.h"

#include "util/memory.h"

#include <stdlib.h>

enum { SCANNER, FINDER, RUNNER, READERS };

/* One thread's readers; NULL until first used. */
struct readers {
    struct event_reader *all[READERS];
    struct query_seen *seen;
};

static void free_readers(void *of)
{
    struct readers *readers = of;
    if (!readers)
        return;
    for (int i = 0; i < READERS; i++)
        archive_event_reader_free(readers->all[i]);
    free(readers->seen);
    free(readers);
}

void query_data_open_readers(struct query_data *data)
{
    data->has_readers = !pthread_key_create(&data->readers, free_readers);
}

/* The worker threads have ended by now, which freed their readers. */
void query_data_close_readers(struct query_data *data)
{
    if (!data->has_readers)
        return;
    free_readers(pthread_getspecific(data->readers));
    pthread_key_delete(data->readers);
}

static struct readers *readers_of(const struct query_data *data)
{
    struct readers *readers = pthread_getspecific(data->readers);
    if (!readers) {
        readers = memory_zeroed(1, sizeof *readers);
        pthread_setspecific(data->readers, readers);
    }
    return readers;
}

static struct event_reader *reader_of(const struct query_data *data, int which)
{
    struct readers *readers = readers_of(data);
    if (!readers->all[which])
        readers->all[which] = archive_event_reader_new(data->archive);
    return readers->all[which];
}

struct event_reader *query_data_scanner(struct query_data *data)
{
    return reader_of(data, SCANNER);
}

struct event_reader *query_data_finder(struct query_data *data)
{
    return reader_of(data, FINDER);
}

struct event_reader *query_data_runner(struct query_data *data)
{
    return reader_of(data, RUNNER);
}

struct query_seen *query_data_seen(struct query_data *data)
{
    struct readers *readers = readers_of(data);
    if (!readers->seen) {
        readers->seen = memory_zeroed(1, sizeof *readers->seen);
        readers->seen->block = SIZE_MAX;
    }
    return readers->seen;
}
