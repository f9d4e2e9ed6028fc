/* pyramid_write.c: passes acts to the pyramid, which another thread makes while sealing
 * continues. */
#include "archive/time/pyramid_out.h"

#include "util/memory.h"

#include <pthread.h>
#include <stdlib.h>

enum { BATCHES = 3, BATCH = 16384 };

enum told { ACT, BEGIN, END };

struct told_act {
    uint64_t start, end;
    uint32_t node; /* or the lane that begins */
    enum told told;
};

struct batch {
    size_t count;
    struct told_act acts[BATCH];
};

struct pyramid_writer {
    struct pyramid_out *out;
    pthread_t thread;
    bool threaded;
    bool closing; /* no more batches come */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t filled, done; /* numbers of batches */
    struct batch batches[BATCHES];
};

static void put_batch(struct pyramid_out *out, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct told_act *act = &batch->acts[i];
        if (act->told == ACT)
            pyramid_out_act(out, act->start, act->end, act->node);
        else if (act->told == BEGIN)
            pyramid_out_begin(out, act->node);
        else
            pyramid_out_end(out);
    }
}

static void *work(void *of)
{
    struct pyramid_writer *writer = of;
    pthread_mutex_lock(&writer->lock);
    for (;;) {
        while (writer->done == writer->filled && !writer->closing)
            pthread_cond_wait(&writer->changed, &writer->lock);
        if (writer->done == writer->filled)
            break;
        pthread_mutex_unlock(&writer->lock);
        put_batch(writer->out, &writer->batches[writer->done % BATCHES]);
        pthread_mutex_lock(&writer->lock);
        writer->done++;
        pthread_cond_signal(&writer->changed);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

bool archive_pyramid_writer_open(const struct archive *archive, const char *folder,
                                 struct pyramid_writer **made, struct error *error)
{
    struct pyramid_out *out;
    bool good = pyramid_out_open(archive, folder, &out, error);
    *made = NULL;
    if (!out)
        return good;
    struct pyramid_writer *writer = *made = memory_zeroed(1, sizeof *writer);
    writer->out = out;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    return good;
}

/* Sends a batch, which is full or the last one. */
static void send(struct pyramid_writer *writer, bool last)
{
    if (!writer->threaded && !last)
        writer->threaded = pthread_create(&writer->thread, NULL, work, writer) == 0;
    if (!writer->threaded) { /* there are few acts, or no thread can be made */
        put_batch(writer->out, &writer->batches[0]);
        writer->batches[0].count = 0;
        return;
    }
    pthread_mutex_lock(&writer->lock);
    writer->filled++;
    writer->closing = last;
    pthread_cond_signal(&writer->changed);
    while (writer->filled - writer->done == BATCHES)
        pthread_cond_wait(&writer->changed, &writer->lock);
    pthread_mutex_unlock(&writer->lock);
    writer->batches[writer->filled % BATCHES].count = 0;
}

static void tell(struct pyramid_writer *writer, const struct told_act *act)
{
    struct batch *batch = &writer->batches[writer->filled % BATCHES];
    batch->acts[batch->count++] = *act;
    if (batch->count == BATCH)
        send(writer, false);
}

void archive_pyramid_writer_begin(struct pyramid_writer *writer, uint32_t lane)
{
    tell(writer, &(struct told_act){.node = lane, .told = BEGIN});
}

void archive_pyramid_writer_act(struct pyramid_writer *writer, const struct archive_act *act)
{
    tell(writer, &(struct told_act){act->start, act->end, act->node, ACT});
}

void archive_pyramid_writer_end(struct pyramid_writer *writer)
{
    tell(writer, &(struct told_act){.told = END});
}

bool archive_pyramid_writer_close(struct pyramid_writer *writer, struct error *error)
{
    if (!writer)
        return true;
    send(writer, true);
    if (writer->threaded)
        pthread_join(writer->thread, NULL);
    bool good = pyramid_out_close(writer->out, error);
    pthread_mutex_destroy(&writer->lock);
    pthread_cond_destroy(&writer->changed);
    free(writer);
    return good;
}
