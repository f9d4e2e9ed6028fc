/* triptych.h: functions by which a program names regions and pauses measuring. For C and C++, with
 * and without `triptych cc`.
 *
 *     #include <triptych/triptych.h>
 *
 *     TRI_REGION("assembly") {
 *         ...                        it may be left in any way, also by return
 *     }
 *
 * Compiled with -DTRIPTYCH_OFF, nothing of it remains. */
#ifndef TRIPTYCH_TRIPTYCH_H
#define TRIPTYCH_TRIPTYCH_H

#ifdef TRIPTYCH_OFF

#define TRI_REGION(name_)
#define tri_pause() ((void)0)
#define tri_resume() ((void)0)
#define tri_begin(name_) ((void)0)
#define tri_end() ((void)0)

#else

#include <triptych/probes.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* Stop and resume measuring in the calling thread. The time in between is listed as paused. */
void tri_pause(void);
void tri_resume(void);

/* Begin and end a region by name, for code that is no block. tri_end() ends the region that this
 * thread began last. */
void tri_begin(const char *name);
void tri_end(void);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

/* Makes the block after it a region. `break` leaves the region, not a loop around it. */
#define TRI_REGION(name_)                                                                          \
    for (struct tri_node * tri_user_frame TRI_CLEANUP(tri_close_frame) = tri_enter(__extension__({ \
             static struct tri_region tri_user_region =                                            \
                 TRI_ROW_OF(0, TRI_NEW, TRI_KIND_USER, 0, 0, __LINE__, __LINE__, 0, name_,         \
                            __FILE__, 0, 0, 0);                                                    \
             &tri_user_region;                                                                     \
         })),                                                                                      \
                                          **tri_user_once = &tri_user_frame;                       \
         tri_user_once; tri_user_once = 0)

#endif
#endif
