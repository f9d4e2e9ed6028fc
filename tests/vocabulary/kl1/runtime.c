/* runtime.c: see runtime.h */
#include "runtime.h"

#include "mail.h"

#include <stdlib.h>

struct global_variables globals, *My_glbl = &globals;
q exported[64];
int is_done;
static long export_count;
static struct goalrec *queue_head, **queue_tail = &queue_head;
static struct combuf out = {0, 0, 0, 64}, in = {0, 0, 0, 64};
extern const struct predicate first_predicate;

q new_word(void)
{
    q made = calloc(1, sizeof *made);
    made->reader = -1;
    made->index = export_count;
    exported[export_count++] = made;
    return made;
}

void enqueue(struct goalrec *goal)
{
    goal->next = 0;
    *queue_tail = goal;
    queue_tail = &goal->next;
}

struct goalrec *next_goal(void)
{
    struct goalrec *goal = queue_head;
    if (goal && !(queue_head = goal->next))
        queue_tail = &queue_head;
    return goal;
}

static void put(struct combuf *buffer, long word)
{
    buffer->buffer[buffer->wt_index++] = word;
}
static long get(struct combuf *buffer)
{
    return buffer->buffer[buffer->rd_index++];
}

__attribute__((noinline)) void send_packet(long node, struct combuf *buffer)
{
    long packet[MAIL_WORDS] = {buffer->wt_index};
    for (int i = 0; i < buffer->wt_index; i++)
        packet[i + 1] = buffer->buffer[i];
    buffer->wt_index = 0;
    mail_put(node, packet);
}

__attribute__((noinline)) void send_message(long node, struct combuf *buffer)
{
    send_packet(node, buffer);
}
__attribute__((noinline)) void send_message_without_wtc_chk(long node, struct combuf *buffer)
{
    send_packet(node, buffer);
}

static q *decode_answer_value(struct combuf *buffer, q *allocp);

__attribute__((noinline)) void send_answer_value(q data, long node, long index, long weight)
{
    put(&out, data->value);
    put(&out, (long)decode_answer_value);
    put(&out, 10);
    put(&out, index);
    put(&out, weight);
    send_message(node, &out);
}

static q *decode_read(struct combuf *buffer, q *allocp)
{
    get(buffer);
    q data = exported[get(buffer)];
    get(buffer);
    long node = get(buffer), index = get(buffer), weight = get(buffer);
    if (!data->is_known) { /* a hook answers later */
        data->reader = node;
        data->reader_index = index;
        if (data->waiting)
            enqueue(data->waiting);
        return allocp;
    }
    put(&out, data->value);
    put(&out, (long)decode_answer_value);
    put(&out, 10);
    put(&out, index);
    put(&out, weight);
    send_message_without_wtc_chk(node, &out);
    return allocp;
}

__attribute__((noinline)) long send_read(long node, long index, q variable, long transfers)
{
    put(&out, (long)decode_read);
    put(&out, 10);
    put(&out, index);
    put(&out, transfers);
    put(&out, My_glbl->node);
    put(&out, variable->index);
    put(&out, 65536);
    send_message(node, &out);
    return variable->index;
}

static q *decode_release(struct combuf *buffer, q *allocp)
{
    get(buffer);
    get(buffer);
    return allocp;
}

__attribute__((noinline)) void send_release(long node, long index, long weight)
{
    put(&out, (long)decode_release);
    put(&out, index);
    put(&out, weight);
    send_message_without_wtc_chk(node, &out);
}

static q *decode_answer_value(struct combuf *buffer, q *allocp)
{
    get(buffer);
    q hook = exported[get(buffer)];
    get(buffer);
    hook->value = buffer->buffer[0];
    hook->is_known = 1;
    send_release(hook->node, hook->reader_index, 65535);
    enqueue(hook->waiting);
    return allocp;
}

static q *decode_unify(struct combuf *buffer, q *allocp)
{
    get(buffer);
    q data = exported[get(buffer)];
    get(buffer);
    do_unify(data, buffer->buffer[0]);
    return allocp;
}

__attribute__((noinline)) void send_unify(long node, long index, long weight, q data)
{
    put(&out, data->value);
    put(&out, (long)decode_unify);
    put(&out, 16);
    put(&out, index);
    put(&out, weight);
    send_message(node, &out);
}

static q *decode_throw_goal(struct combuf *buffer, q *allocp)
{
    struct goalrec *goal = calloc(1, sizeof *goal);
    get(buffer);
    get(buffer);
    goal->pred = (const struct predicate *)get(buffer);
    for (int i = 0; i < goal->pred->arity; i++) {
        q imported = goal->args[i] = new_word();
        imported->node = 0;
        imported->reader_index = buffer->buffer[i];
    }
    enqueue(goal);
    return allocp;
}

__attribute__((noinline)) struct goalrec *send_throw_goal(long node, struct goalrec *goal,
                                                          struct goalrec *queue)
{
    if (node == My_glbl->node) {
        goal->next = queue;
        return goal;
    }
    for (int i = 0; i < goal->pred->arity; i++)
        put(&out, goal->args[i]->index);
    put(&out, (long)decode_throw_goal);
    put(&out, 4096);
    put(&out, 0);
    put(&out, (long)goal->pred);
    send_message(node, &out);
    return queue;
}

void do_unify(q variable, long value)
{
    variable->value = value;
    variable->is_known = 1;
    if (variable->reader >= 0)
        send_answer_value(variable, variable->reader, variable->reader_index, 65536);
    else if (variable->waiting)
        enqueue(variable->waiting);
}

q *interrupt_goal(q *allocp, const struct predicate *pred, q *reasonp)
{
    struct goalrec *goal = (struct goalrec *)allocp;
    goal->pred = pred;
    if (!reasonp) {
        enqueue(goal);
        return allocp;
    }
    q variable = reasonp[-1];
    if (My_glbl->node != variable->node && !variable->is_asked) { /* then it is tried again */
        variable->is_asked = 1;
        send_read(variable->node, variable->reader_index, variable, 4096);
        enqueue(goal);
        return allocp;
    }
    variable->waiting = goal;
    My_glbl->suspensions++;
    return allocp;
}

struct goalrec *klic_gc(struct goalrec *queue)
{
    return queue;
}

static void receive_message(void)
{
    long packet[MAIL_WORDS];
    mail_get(packet);
    for (int i = 0; i < MAIL_WORDS - 1; i++)
        in.buffer[i] = packet[i + 1];
    long *decoder = in.buffer;
    while (*decoder < 65536) /* data come before their decoder */
        decoder++;
    in.rd_index = decoder + 1 - in.buffer;
    ((q * (*)(struct combuf *, q *)) * decoder)(&in, 0);
}

/* Takes a message if there is no goal. */
q *klic_interrupt(q *allocp, struct goalrec *queue)
{
    static int count;
    if (!queue)
        receive_message();
    if (++count % 4 == 0)
        klic_gc(queue);
    return allocp;
}

void *topsucceed(struct global_variables *glbl, struct goalrec *queue, q *allocp,
                 const struct predicate *toppred)
{
    (void)glbl;
    (void)toppred;
    klic_interrupt(allocp, queue);
    return 0;
}

int main(void)
{
    struct goalrec *goal = calloc(1, sizeof *goal);
    out.buffer = calloc(64, sizeof(long));
    in.buffer = calloc(64, sizeof(long));
    My_glbl->nodes = 2;
    My_glbl->node = mail_start();
    if (My_glbl->node < 0)
        return 0;
    if (!My_glbl->node) {
        goal->pred = &first_predicate;
        enqueue(goal);
    }
    while (!is_done) {
        goal = next_goal();
        if (goal)
            goal->pred->func(My_glbl, goal, (q *)calloc(1, sizeof *goal), goal->pred);
        else
            topsucceed(My_glbl, 0, 0, 0);
    }
    mail_end();
    return 0;
}
