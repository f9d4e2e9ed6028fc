/* carried.h: follows what the trips of watched loops read and write, and finds the dependences
 * between trips of one visit.
 *
 *    watch_code.h     inserts the calls of carried_load() and so on into the program's code
 *    values.h         recognises updates in it (x = x + ...)
 *    instructions.h   the instructions, and what is known of their updates
 *    carried.c        struct carried_visit: the visits of watched loops that go on
 *    shadow.h         by piece of memory: the trips that last wrote and read it
 *    carried_records.h  the dependences that were found
 *    carried_write.c  writes them to places/P/carried */
#ifndef LOOPS_VALGRIND_CARRIED_H
#define LOOPS_VALGRIND_CARRIED_H

#include "loops/valgrind/instructions.h"
#include "loops/valgrind/shadow.h"

enum { CARRIED_LOOPS = 16 }; /* limit of watched loops */

/* A watched loop. */
struct carried_loop {
    struct modules_function *function;
    UInt loop;
    struct format_carried_loop counts;
};

/* A visit of a watched loop by a thread. */
struct carried_visit {
    Bool is_open;
    ULong number;   /* among the visits of all loops and threads */
    UInt frame;     /* number of the open call of the loop's function */
    ULong first;    /* number of its first trip */
    ULong now;      /* of the current trip; trips are numbered through all visits of the thread */
    Addr stack;     /* stack pointer when the current trip began */
    Addr canonical; /* canonical address of the frame */
    Addr stack_low; /* lowest address that the thread's stack may have */
    struct shadow *shadow;
    ULong wrote[INSTRUCTIONS_SLOTS];      /* by slot: the trip that last wrote the register */
    UInt writer[INSTRUCTIONS_SLOTS];      /* the access that did */
    ULong called;                         /* the last trip that made a system call */
    UInt caller;                          /* the access that did */
    struct instructions_update **updates; /* those seen in the visit */
    UInt update_count, update_room;
};

/* Reads which loops are to be watched: "DEVICE:INODE:HEAD,HEAD...", numbers in hexadecimal: the
 * program's file, and the addresses of heads, as linked. */
void carried_begin(const HChar *wanted);

/* True if loops of this program are watched. */
Bool carried_is_on(void);

/* Watches the loops of a function of the program that were asked for. */
void carried_watch(struct modules_function *function);

/* True if a watched loop's head is at an address, and if code of a function with one is. */
Bool carried_is_head(Addr address);
Bool carried_is_own(Addr address);

/* Returns the bit set of watched loops that the branch at an address may leave. Where the head of a
 * loop has such a branch, others of that loop do not count. */
UInt carried_left_at(Addr address);

/* Not 0 if the current thread is in a visit whose accesses are followed. */
extern UWord carried_active;

/* A load or store is about to happen; an instruction is about to be executed that reads and writes
 * registers. */
void carried_load(struct instructions_point *point, Addr address, UWord size);
void carried_store(struct instructions_point *point, Addr address, UWord size);
void carried_registers(struct instructions_one *one);
void carried_course(struct instructions_one *one, ULong value); /* of a register */

/* The instruction at an address makes a system call. */
void carried_system(Addr address, UInt call);

/* Return the watched loops, and the visit of the current thread of one of them. */
const struct carried_loop *carried_loops(UInt *count);
struct carried_visit *carried_visit(UInt loop);

/* In a forked child: forgets what was found. */
void carried_fork(void);

/* Writes places/P/carried, when all visits have ended. */
void carried_write(const HChar *folder);

#endif
