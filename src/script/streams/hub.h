/* hub.h: all streams of a running script, in one thread: waits for pipes and passes lines on. */
#ifndef SCRIPT_STREAMS_HUB_H
#define SCRIPT_STREAMS_HUB_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct script_hub;
struct flow;
struct flow_writer;
struct flow_reader;

/* How a stream behaves. */
struct script_flow_about {
    const char *name;
    uint32_t number;
    uint32_t record; /* bytes; 0: lines */
    bool raw;        /* there is one writer: its bytes are passed on as they are */
    bool store;      /* keep all of it in a file, with an index of its writers */
    bool unbounded;  /* never slow the writers */
};

/* What the hub tells its owner. */
struct script_hub_listener {
    void *owner;
    /* Everything that a task wrote has been taken. `dropped`: except the unfinished last line. */
    void (*taken)(void *owner, uint32_t task, bool dropped);
    /* Much of a stream waits on disk for readers that have not started. */
    void (*crowded)(void *owner, uint32_t number);
    /* One of the descriptors given to script_hub_watch is readable. */
    void (*readable)(void *owner, int fd);
};

/* Makes a hub that keeps files in a folder. NULL with an error. */
struct script_hub *script_hub_new(const char *folder, const struct script_hub_listener *listener,
                                  struct error *error);
void script_hub_free(struct script_hub *hub);

/* Reports when a descriptor of the owner is readable; it may be unwatched while that is reported.
 */
bool script_hub_watch(struct script_hub *hub, int fd, struct error *error);
void script_hub_unwatch(struct script_hub *hub, int fd);

/* The descriptor that is readable when there is something to do. */
int script_hub_descriptor(const struct script_hub *hub);

/* Waits at most `timeout` ms for something to happen, and does all that can be done. False with an
 * error if a stream cannot be kept. */
bool script_hub_step(struct script_hub *hub, int timeout, struct error *error);

/* True if something can be done without waiting. */
bool script_hub_has_work(const struct script_hub *hub);

/* True if everything that was written has been passed on, and no more is to come. */
bool script_hub_is_idle(const struct script_hub *hub);

/* Begins a stream. All its readers must be added before its first writer starts. */
struct flow *script_flow_new(struct script_hub *hub, const struct script_flow_about *about);

/* Continues the file that an earlier run left, of which `kept` bytes are complete. */
bool script_flow_continue(struct flow *flow, uint64_t kept, struct error *error);

/* Announces writers that will start, and takes one back that will not. */
void script_flow_expect(struct script_hub *hub, struct flow *flow, unsigned writers);
void script_flow_absent(struct script_hub *hub, struct flow *flow);

/* An announced writer starts with a descriptor to be read, which the hub closes. `task` is
 * SCRIPT_NONE for a file or text, which is taken to the end, also if it has to be waited for. */
struct flow_writer *script_flow_write(struct script_hub *hub, struct flow *flow, uint32_t task,
                                      int fd, bool is_file);

/* The task of a writer has ended. `taken` is called when everything has been taken, never inside
 * this call. */
void script_flow_writer_ended(struct script_hub *hub, struct flow_writer *writer, bool good);

/* The descriptor of a writer is a connection: when its task has ended, it is read until `total`
 * bytes have come. To be called before script_flow_writer_ended. */
void script_flow_writer_total(struct flow_writer *writer, uint64_t total);

/* True if everything that it wrote has been taken, and the owner was told. */
bool script_flow_is_taken(const struct flow_writer *writer);

/* True if a connection ended before all bytes had come. */
bool script_flow_is_cut(const struct flow_writer *writer);

/* Adds a reader, which starts later. may_return: it can be started again, from the beginning. */
struct flow_reader *script_flow_reader(struct flow *flow, uint32_t task, bool may_return);

/* Starts a reader with a pipe, which the hub closes. */
void script_flow_read(struct script_hub *hub, struct flow_reader *reader, int fd);

/* Adds a file that is written. shared: descriptor of the command itself, which stays as it is. */
void script_flow_to_file(struct script_hub *hub, struct flow *flow, int fd, bool shared);

/* A reader has ended. for_good: it will not be started again. */
void script_flow_reader_ended(struct script_hub *hub, struct flow_reader *reader, bool for_good);

/* True if all readers have ended: writers die of SIGPIPE, as in a shell. */
bool script_flow_is_deaf(const struct flow *flow);

/* Writes out the index of what is stored. */
bool script_flow_sync(struct flow *flow, struct error *error);
bool script_flow_is_stored(const struct flow *flow);

uint64_t script_flow_written(const struct flow_writer *writer); /* bytes */
bool script_flow_is_finished(const struct flow *flow);          /* nothing more comes */
uint64_t script_flow_size(const struct flow *flow);

#endif
