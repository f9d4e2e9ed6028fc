/* values.h: how the values in a piece of code are derived from loads and registers, to recognise
 * updates of variables: x = x + something. */
#ifndef LOOPS_VALGRIND_VALUES_H
#define LOOPS_VALGRIND_VALUES_H

#include "loops/valgrind/instructions.h"

#include "pub_tool_tooliface.h"

struct values;

/* Looks at a piece of code, before its statements are seen one by one in their order. To be freed
 * with values_free. */
struct values *values_new(const IRSB *code);
void values_free(struct values *values);

/* Sees a statement of an instruction. `load`: the point of a load, else NULL. `is_own`: the reads
 * of registers are followed in this code. */
void values_see(struct values *values, const IRStmt *statement, struct instructions_one *one,
                struct instructions_point *load);

/* Sets the sources of a store of a value. */
void values_store(struct values *values, const IRExpr *value, struct instructions_point *store);

/* Notes for the loads from which the condition of a branch is computed that the branch may leave a
 * set of watched loops. */
void values_decide(struct values *values, const IRExpr *condition, UInt loops);

/* True if a statement writes to a register a sum of other registers. */
Bool values_is_course(const struct values *values, const IRStmt *statement);

/* Sets the sources of the registers that instructions update, and which registers hold values that
 * are only computed for a store, when all statements were seen. */
void values_finish(struct values *values, Bool is_own);

#endif
