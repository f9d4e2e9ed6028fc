/* openmp.h: what the files of the OpenMP collector know of each other: OMPT's callbacks. */
#ifndef MEASURE_OPENMP_OPENMP_H
#define MEASURE_OPENMP_OPENMP_H

#include "measure/listen.h"
#include "measure/openmp/omp-tools.h"

#include <stdbool.h>
#include <stdint.h>

static inline bool openmp_hears(void)
{
    return listen_hears(FORMAT_COLLECT_OPENMP);
}

/* tool.c: whether the program was made for libgomp */
bool openmp_is_moved(void);

/* called by the runtime library */
__attribute__((visibility("default"))) ompt_start_tool_result_t *
ompt_start_tool(unsigned omp_version, const char *runtime_version);

/* team.c: who is there: threads, parallel regions and what they share out */
void team_thread_begin(ompt_thread_t type, ompt_data_t *thread);
void team_thread_end(ompt_data_t *thread);
void team_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                unsigned requested, int flags, const void *site);
void team_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *site);
void team_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
               ompt_data_t *task, uint64_t count, const void *site);
void team_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                 const void *site);
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *team_last_work; /* where the last worksharing construct of this thread began */
void team_cancel(ompt_data_t *task, int flags, const void *site);

/* task.c */
void task_implicit(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                   unsigned size, unsigned index, int flags);
void task_create(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                 int has_dependences, const void *site);
void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next);
void task_dependence(ompt_data_t *source, ompt_data_t *sink);

/* Of a taskloop whose tasks are known by numbers alone: the call tells of each that is made, and
 * returns what its word would be with the number 0. */
uint64_t task_make_numbered(uint32_t first, uint32_t count, const void *site);

/* sync.c: waiting for others to come, or to end */
void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                 ompt_data_t *task, const void *site);
void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                      ompt_data_t *parallel, ompt_data_t *task, const void *site);
void sync_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                    ompt_data_t *task, const void *site);
const void *sync_group_site(void); /* where the taskgroup that just began began; NULL: none did */
void sync_begin_taskwait(const void *site);

/* mutex.c, locks.c: waiting for others to let go */
void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id,
                   const void *site);
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *mutex_try_site; /* where this thread tries to get a lock now, or NULL */
void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* The same for a nest lock, which this thread may have had already. */
void mutex_acquired_nest(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* Before it is let go of; an id of 0: what this thread got last of that kind. */
void mutex_let_go(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

void mutex_nested(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *site);
void mutex_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* gnu_work.c: where sections are that gcc's code begins now, or NULL. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_sections_site;

/* Whether gcc's code ends sections now. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) bool calls_end_sections;

/* outlined.c: of a call that begins a parallel region or tasks, and whose return address the
 * runtime library says is `site`: the function that gcc made of the construct, or NULL; and where
 * the construct is: this function, or the return address. */
const void *outlined_function(const void *site);
const void *outlined_site(const void *site);

/* This thread makes such a call now: for that function, from that return address. */
void outlined_note(const void *function, const void *call);

/* downward.c: where the loop is that begins now by way of that file, or NULL */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *downward_site;

#endif
