/* openmp.h: the functions and variables that the files of the OpenMP collector share, among them
 * OMPT's callbacks. */
#ifndef MEASURE_OPENMP_OPENMP_H
#define MEASURE_OPENMP_OPENMP_H

#include "measure/listen.h"
#include "measure/openmp/omp-tools.h"

#include <stdbool.h>
#include <stdint.h>

static inline bool openmp_hears(void)
{
    return measure_listen_hears(FORMAT_COLLECT_OPENMP);
}

/* called by the runtime library */
__attribute__((visibility("default"))) ompt_start_tool_result_t *
ompt_start_tool(unsigned omp_version, const char *runtime_version);

/* team.c: threads, parallel regions and worksharing constructs */
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
const void *team_last_work; /* site of this thread's last worksharing construct */
void team_cancel(ompt_data_t *task, int flags, const void *site);

/* task.c */
void task_implicit(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                   unsigned size, unsigned index, int flags);
void task_create(ompt_data_t *maker, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                 int has_dependences, const void *site);
void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next);
void task_dependence(ompt_data_t *source, ompt_data_t *sink);

/* Records the creation of each task of a taskloop whose tasks are known only by number. Returns the
 * word that describes them (task.c), without the number. */
uint64_t task_make_numbered(uint32_t first, uint32_t count, const void *site);

/* sync.c: waiting for others to arrive, or to end */
void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                 ompt_data_t *task, const void *site);
void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                      ompt_data_t *parallel, ompt_data_t *task, const void *site);
void sync_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                    ompt_data_t *task, const void *site);
const void *sync_group_site(void); /* site of the taskgroup that has just begun; NULL: none has */
void sync_begin_taskwait(const void *site);

/* mutex.c, locks.c: waiting for a holder to release */
void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id,
                   const void *site);
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *mutex_try_site; /* site of this thread's current attempt to get a lock, or NULL */
void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* Records that this thread acquired a nest lock, which it may have held already. */
void mutex_acquired_nest(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* Records the release before it happens; an id of 0 stands for the mutex of that kind that this
 * thread acquired last. */
void mutex_let_go(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

void mutex_nested(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *site);
void mutex_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void *site);

/* gnu_work.c: site of the sections that gcc's code begins now, or NULL. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_sections_site;

/* True while gcc's code ends sections. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) bool calls_end_sections;

/* outlined.c: for a call that begins a parallel region or tasks, with the return address `site` as
 * the runtime library reports it: outlined_function() returns the function that gcc made of the
 * construct, or NULL; outlined_site() the site of the construct: this function, or the return
 * address. */
const void *outlined_function(const void *site);
const void *outlined_site(const void *site);

/* Notes that this thread makes such a call now, for that function and from that return address. */
void outlined_note(const void *function, const void *call);

/* downward.c: site of the loop that begins now through that file, or NULL */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *downward_site;

#endif
