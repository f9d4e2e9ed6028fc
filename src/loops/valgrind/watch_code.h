/* watch_code.h: inserts calls into the program's code that follow its loads, stores and registers
 * (carried.h). */
#ifndef LOOPS_VALGRIND_WATCH_CODE_H
#define LOOPS_VALGRIND_WATCH_CODE_H

#include "loops/valgrind/base.h"

#include "pub_tool_tooliface.h"

struct watch_code;

/* Sets the options of Valgrind that this needs: all registers are written where the program writes
 * them. */
void watch_code_begin(void);

/* Prepares for the code `in`, whose statements go to `out` one by one. */
struct watch_code *watch_code_new(IRSB *in, IRSB *out, const VexGuestLayout *layout);
void watch_code_free(struct watch_code *code);

/* True if the code must end before a statement, where the head of a watched loop begins: otherwise
 * registers would seem to keep their values from one trip to the next. `out` is then complete. */
Bool watch_code_ends(struct watch_code *code, const IRStmt *statement);

/* Inserts what belongs in front of a statement. */
void watch_code_before(struct watch_code *code, IRStmt *statement);

/* Inserts what belongs behind the mark, statement `number`, of an instruction. */
void watch_code_instruction(struct watch_code *code, Int number, Bool is_first);

/* Inserts what belongs behind all, before a return. */
void watch_code_return(struct watch_code *code);

#endif
