/* runtime.h: a stand-in for the run time of KL1 programs: it has the symbols of KLIC 3.01 for
 * several nodes, the places in memory that a vocabulary reads, and the order of calls. */
#ifndef RUNTIME_H
#define RUNTIME_H

typedef struct word *q;

struct predicate {
    void *(*func)();
    unsigned short pred, arity;
};

struct goalrec {
    struct goalrec *next;
    const struct predicate *pred;
    q args[6];
};

struct combuf {
    long *buffer, rd_index, wt_index, buf_size;
};

struct global_variables {
    char before[224];
    long node, nodes;
    char between[184];
    unsigned long suspensions;
    char behind[576];
    q reasons[8];
};

extern struct global_variables *My_glbl;

/* A variable of the program. One of another node has a number there, and must be read. */
struct word {
    int is_known, is_asked, node;
    long value, index;
    long reader, reader_index; /* who waits for an answer; node -1: nobody */
    struct goalrec *waiting;
};

extern q exported[64]; /* variables that other nodes may read */
extern int is_done;

q *interrupt_goal(q *goal, const struct predicate *pred, q *reasonp);
q *klic_interrupt(q *allocp, struct goalrec *queue);
struct goalrec *send_throw_goal(long node, struct goalrec *goal, struct goalrec *queue);
void send_unify(long node, long index, long weight, q data);
void do_unify(q variable, long value);
void enqueue(struct goalrec *goal);
struct goalrec *next_goal(void);
q new_word(void);

#endif
