/* call.c: the way into and out of described functions, in assembler: see call.h */
#include "measure/vocabulary/call.h"

#if defined __aarch64__
#include "measure/vocabulary/call_aarch64.inc"
#include "measure/vocabulary/door_aarch64.inc"
#elif defined __x86_64__
#include "measure/vocabulary/call_x86_64.inc"
#include "measure/vocabulary/door_x86_64.inc"
#endif
