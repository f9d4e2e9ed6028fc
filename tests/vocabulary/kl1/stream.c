/* stream.c: a producer and a consumer, as KLIC compiles modules of KL1 to C:
 *
 *   main :- gen__some(8, S), consume(S, 0, R)@node(1), show(R).
 *
 * The stream's elements are the variables 0 to 8 of node 0; the consumer's result is variable 9.
 * The producer makes three elements at once, and each other when it is asked for. */
#include "runtime.h"

#include "mail.h"

#include <stdlib.h>

enum { LENGTH = 8, EAGER = 3 };

void *module_main();
const struct predicate first_predicate = {module_main, 0, 0};
const struct predicate predicate_main_xgen__some_2 = {module_main, 1, 2};
const struct predicate predicate_main_xconsume_3 = {module_main, 2, 3};
const struct predicate predicate_main_xshow_1 = {module_main, 3, 1};
static long made, sum, taken;

void *module_main(glbl, qp, allocp, toppred)
struct global_variables *glbl;
struct goalrec *qp;
q *allocp;
const struct predicate *toppred;
{
    q a0, a1, a2, *reasonp;
module_top:
    switch (toppred->pred) {
    case 0:
        goto main_0_top;
    case 1:
        goto gen__some_2_top;
    case 2:
        goto consume_3_top;
    default:
        goto show_1_top;
    }

main_0_top:
main_0_clear_reason:
    reasonp = glbl->reasons;
main_0_0 : {
    struct goalrec *consumer = calloc(1, sizeof *consumer), *last = calloc(1, sizeof *last);
    int i;
    for (i = 0; i <= LENGTH + 1; i++)
        new_word();
    consumer->pred = &predicate_main_xconsume_3;
    consumer->args[0] = consumer->args[1] = exported[0];
    consumer->args[2] = exported[LENGTH + 1];
    qp = send_throw_goal(1, consumer, qp->next);
    last->pred = &predicate_main_xshow_1;
    last->args[0] = exported[LENGTH + 1];
    enqueue(last);
    a0 = exported[0];
    a1 = exported[1];
    goto gen__some_2_0;
}

gen__some_2_top:
    a0 = qp->args[0];
    a1 = qp->args[1];
gen__some_2_clear_reason:
    reasonp = glbl->reasons;
gen__some_2_0:
gen__some_2_1:
    do_unify(exported[made], made == LENGTH ? -1 : made + 1);
    made++;
    if (made < EAGER)
        goto gen__some_2_0;
    if (made <= LENGTH) {
        exported[made]->waiting = (struct goalrec *)allocp;
        exported[made]->waiting->pred = &predicate_main_xgen__some_2;
        exported[made]->waiting->args[0] = a0;
        exported[made]->waiting->args[1] = a1;
    }
    goto proceed_label;

consume_3_top:
    a0 = qp->args[0];
    a1 = qp->args[1];
    a2 = qp->args[2];
consume_3_clear_reason:
    reasonp = glbl->reasons;
consume_3_0:
    if (!a0->is_known) {
        *reasonp++ = a0;
        goto consume_3_interrupt;
    }
    taken++;
    if (a0->value < 0) {
        a2->value = sum;
        send_unify(0, LENGTH + 1, 65536, a2);
        is_done = 1;
        goto proceed_label;
    }
    sum += a0->value;
    a0 = new_word();
    a0->node = 0;
    a0->reader_index = taken;
    goto consume_3_0;
consume_3_interrupt:
    toppred = &predicate_main_xconsume_3;
    goto interrupt_3;

show_1_top:
    a0 = qp->args[0];
show_1_clear_reason:
    reasonp = glbl->reasons;
show_1_0:
    if (!a0->is_known) {
        *reasonp++ = a0;
        toppred = &predicate_main_xshow_1;
        a1 = a2 = 0;
        goto interrupt_1;
    }
    mail_print(a0->value);
    is_done = 1;
    goto proceed_label;

interrupt_3:
    allocp[4] = a2;
    allocp[3] = a1;
interrupt_1:
    allocp[2] = a0;
    allocp = interrupt_goal(allocp, toppred, reasonp);
proceed_label:
    qp = next_goal();
    if (!qp || is_done)
        return 0;
    allocp = klic_interrupt((q *)calloc(1, sizeof *qp), qp);
    toppred = qp->pred;
    goto module_top;
}
