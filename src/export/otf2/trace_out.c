/* trace_out.c: see trace_out.h */
#include "export/otf2/trace_out.h"
#include "export/export.h"
#include "export/otf2/store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENT_CHUNK = 1 << 20, DEFINITION_CHUNK = 4 << 20 }; /* bytes per chunk */

/* Lets the library write its buffers when they are full. */
static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                            bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

/* Suppresses the library's messages: errors are reported by its codes. */
static OTF2_ErrorCode be_quiet(void *data, const char *file, uint64_t line, const char *function,
                               OTF2_ErrorCode code, const char *format, va_list arguments)
{
    (void)data;
    (void)file;
    (void)line;
    (void)function;
    (void)format;
    (void)arguments;
    return code;
}

bool trace_out_open(struct trace_out *out, struct export_job *job, struct error *error)
{
    static OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush, .otf2_post_flush = NULL};
    *out = (struct trace_out){.job = job, .error = error, .code = OTF2_SUCCESS};
    out->all = export_acts(job->archive);
    OTF2_Error_RegisterCallback(be_quiet, NULL);
    out->archive = OTF2_Archive_Open(job->path, "traces", OTF2_FILEMODE_WRITE, EVENT_CHUNK,
                                     DEFINITION_CHUNK, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!out->archive)
        return error_set(error,
                         "%s cannot be written: the OTF2 library cannot create a trace there",
                         job->options->output);
    out->list = OTF2_AttributeList_New();
    trace_out_check(out, OTF2_Archive_SetFlushCallbacks(out->archive, &callbacks, NULL));
    trace_out_check(out, OTF2_Archive_SetSerialCollectiveCallbacks(out->archive));
    trace_out_check(out, OTF2_Archive_SetCreator(out->archive, "Triptych " TRIPTYCH_VERSION));
    return trace_out_check(out, OTF2_Archive_OpenEvtFiles(out->archive));
}

bool trace_out_check(struct trace_out *out, OTF2_ErrorCode code)
{
    if (out->code == OTF2_SUCCESS)
        out->code = code;
    return out->code == OTF2_SUCCESS;
}

bool trace_out_begin_lane(struct trace_out *out, uint64_t location)
{
    out->last = 0;
    out->writer = OTF2_Archive_GetEvtWriter(out->archive, location);
    size_t number = out->location_count++;
    out->locations =
        memory_grow(out->locations, &out->location_room, number + 1, sizeof *out->locations);
    out->events = memory_grow(out->events, &out->event_room, number + 1, sizeof *out->events);
    out->locations[number] = location;
    out->events[number] = 0;
    return trace_out_check(out, out->writer ? OTF2_SUCCESS : OTF2_ERROR_FILE_CAN_NOT_OPEN);
}

bool trace_out_end_lane(struct trace_out *out)
{
    if (!out->writer)
        return false;
    trace_out_check(
        out, OTF2_EvtWriter_GetNumberOfEvents(out->writer, &out->events[out->location_count - 1]));
    trace_out_check(out, OTF2_Archive_CloseEvtWriter(out->archive, out->writer));
    out->writer = NULL;
    return out->code == OTF2_SUCCESS;
}

bool trace_out_go_on(struct trace_out *out)
{
    if (++out->done % 16384 == 0 && !export_go_on(out->job, out->done, out->all, out->error))
        return false;
    return out->code == OTF2_SUCCESS;
}

uint64_t trace_out_time(struct trace_out *out, uint64_t ticks)
{
    assert(out->writer);
    if (ticks > out->last)
        out->last = ticks;
    return out->last;
}

/* Readers expect a file of definitions beside each file of events, so empty ones are written. */
bool trace_out_end_events(struct trace_out *out)
{
    trace_out_check(out, OTF2_Archive_CloseEvtFiles(out->archive));
    trace_out_check(out, OTF2_Archive_OpenDefFiles(out->archive));
    for (size_t i = 0; out->code == OTF2_SUCCESS && i < out->location_count; i++) {
        OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(out->archive, out->locations[i]);
        trace_out_check(out, writer ? OTF2_Archive_CloseDefWriter(out->archive, writer)
                                    : OTF2_ERROR_FILE_CAN_NOT_OPEN);
    }
    return trace_out_check(out, OTF2_Archive_CloseDefFiles(out->archive));
}

bool trace_out_close(struct trace_out *out, bool good)
{
    if (out->writer)
        trace_out_end_lane(out);
    trace_out_check(out, OTF2_Archive_Close(out->archive));
    OTF2_AttributeList_Delete(out->list);
    free(out->locations);
    free(out->events);
    if (good && out->code != OTF2_SUCCESS)
        good = error_set(out->error, "%s cannot be written: the OTF2 library says: %s",
                         out->job->options->output, OTF2_Error_GetDescription(out->code));
    else if (!good && !out->error->text[0])
        error_set(out->error, "%s cannot be written: the OTF2 library says: %s",
                  out->job->options->output, OTF2_Error_GetDescription(out->code));
    return good;
}
