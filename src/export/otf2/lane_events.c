/* lane_events.c: see lane_events.h */
#include "export/otf2/lane_events.h"

#include "export/otf2/lane_stack.h"

#include "format/event.h"

#include <triptych/probes.h>

/* Positions of the arguments in the values of an event. */
enum {
    MESSAGE_PEER = 0,
    MESSAGE_COMM = 1,
    MESSAGE_TAG = 2,
    MESSAGE_LENGTH = 3,
    MESSAGE_REQUEST = 4,
    TOGETHER_COMM = 1,
    TOGETHER_ROOT = 2,
    TOGETHER_GIVEN = 3,
    TOGETHER_TAKEN = 4,
    TOGETHER_REQUEST = 5,
    IO_HANDLE = 0,
    IO_BYTES = 1,
    RMA_BYTES = 2,
    PROGRAM_NAME = 0,
    PROGRAM_COUNT = 1,
    PROGRAM_ARGUMENTS = 2,
};

/* Makes sure that an act is open, since values belong to acts. Outside of all regions one of no
 * length is made; returns true then. */
static bool open_act(struct foreign_lane_reader *reader)
{
    if (archive_raw_write_depth(reader->lane))
        return false;
    uint32_t region = foreign_place_outside(reader->place);
    archive_raw_write_enter(
        reader->lane, archive_raw_write_node(reader->lane, RAW_WRITE_ROOT, region), reader->now);
    return true;
}

/* Ends the act that open_act() made, if it did. */
static void close_act(struct foreign_lane_reader *reader, bool made)
{
    if (made)
        archive_raw_write_leave(reader->lane, reader->now, false);
}

static void add(struct foreign_lane_reader *reader, enum format_value kind, uint64_t value)
{
    archive_raw_write_value(reader->lane, kind, value);
}

/* Adds the three values of a message: order, peer and tag, bytes. */
static void add_message(struct foreign_lane_reader *reader, const struct foreign_comm *comm,
                        bool sent, uint64_t order, const uint64_t *values)
{
    uint32_t peer = foreign_comm_peer(&reader->place->comms, comm, values[MESSAGE_PEER]);
    bool made = open_act(reader);
    add(reader, sent ? FORMAT_VALUE_SENT : FORMAT_VALUE_RECEIVED, order);
    add(reader, sent ? FORMAT_VALUE_TO : FORMAT_VALUE_FROM,
        format_address(peer, (int32_t)(uint32_t)values[MESSAGE_TAG]));
    add(reader, sent ? FORMAT_VALUE_SIZE : FORMAT_VALUE_GOT, values[MESSAGE_LENGTH]);
    close_act(reader, made);
}

static void send(struct foreign_lane_reader *reader, const uint64_t *values, bool nonblocking)
{
    struct foreign_comm *comm = foreign_comms_find(&reader->place->comms, values[MESSAGE_COMM]);
    if (!comm)
        return;
    uint64_t order = format_order(comm->number, comm->sends++);
    if (nonblocking)
        foreign_sends_add(&reader->sends, values[MESSAGE_REQUEST], order);
    add_message(reader, comm, true, order, values);
}

static void receive(struct foreign_lane_reader *reader, const uint64_t *values, bool nonblocking)
{
    struct foreign_comm *comm = foreign_comms_find(&reader->place->comms, values[MESSAGE_COMM]);
    const struct foreign_request *request =
        nonblocking ? foreign_requests_end(&reader->requests, values[MESSAGE_REQUEST]) : NULL;
    if (!comm)
        return;
    uint64_t order =
        request && request->begun ? request->order : format_order(comm->number, comm->receives++);
    add_message(reader, comm, false, order, values);
}

/* Adds a single value. */
static void add_order(struct foreign_lane_reader *reader, enum format_value kind, uint64_t order)
{
    bool made = open_act(reader);
    add(reader, kind, order);
    close_act(reader, made);
}

/* A nonblocking receive begins. */
static void post(struct foreign_lane_reader *reader, uint64_t id)
{
    struct foreign_request *request = foreign_requests_begin(&reader->requests, id);
    struct foreign_comm *comm = request && request->kind == FOREIGN_EVENT_MPI_IRECV
                                    ? foreign_comms_find(&reader->place->comms, request->comm)
                                    : NULL;
    if (!comm)
        return;
    request->begun = true;
    request->order = format_order(comm->number, comm->receives++);
    bool made = open_act(reader);
    add(reader, FORMAT_VALUE_POSTED, request->order);
    add(reader, FORMAT_VALUE_ASKED, format_address(FORMAT_ANY, -1));
    close_act(reader, made);
}

/* Adds the values of a collective operation. */
static void together(struct foreign_lane_reader *reader, const struct foreign_comm *comm,
                     uint64_t order, uint64_t root, uint64_t given, uint64_t taken)
{
    uint32_t rank = foreign_comm_root(&reader->place->comms, comm, root);
    bool made = open_act(reader);
    add(reader, FORMAT_VALUE_TOGETHER, order);
    if (rank != FORMAT_ANY)
        add(reader, FORMAT_VALUE_ROOT, rank);
    add(reader, FORMAT_VALUE_GIVEN, given);
    add(reader, FORMAT_VALUE_TAKEN, taken);
    close_act(reader, made);
}

static void together_blocking(struct foreign_lane_reader *reader, const uint64_t *values)
{
    struct foreign_comm *comm = foreign_comms_find(&reader->place->comms, values[TOGETHER_COMM]);
    if (comm)
        together(reader, comm, format_order(comm->number, comm->together++), values[TOGETHER_ROOT],
                 values[TOGETHER_GIVEN], values[TOGETHER_TAKEN]);
}

/* A nonblocking collective operation begins. */
static void together_begin(struct foreign_lane_reader *reader, uint64_t id)
{
    struct foreign_request *request = foreign_requests_begin(&reader->requests, id);
    struct foreign_comm *comm =
        request && request->kind == FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_COMPLETE
            ? foreign_comms_find(&reader->place->comms, request->comm)
            : NULL;
    if (!comm)
        return;
    request->begun = true;
    request->order = format_order(comm->number, comm->together++);
    together(reader, comm, request->order, request->root, request->given, request->taken);
}

/* A nonblocking collective operation ends. */
static void together_end(struct foreign_lane_reader *reader, const uint64_t *values)
{
    const struct foreign_request *request =
        foreign_requests_end(&reader->requests, values[TOGETHER_REQUEST]);
    if (request && request->begun)
        add_order(reader, FORMAT_VALUE_UNITED, request->order);
    else
        together_blocking(reader, values);
}

/* A nonblocking send ends. */
static void finish_send(struct foreign_lane_reader *reader, uint64_t id)
{
    uint64_t order = foreign_sends_take(&reader->sends, id);
    if (order != UINT64_MAX)
        add_order(reader, FORMAT_VALUE_FINISHED, order);
}

/* Adds bytes to the innermost act, if it is of that kind. */
static void add_bytes(struct foreign_lane_reader *reader, uint32_t kind, uint64_t bytes)
{
    struct lane_frame *frame = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
    if (!frame || frame->kind != kind || bytes == OTF2_UNDEFINED_UINT64)
        return;
    frame->bytes += bytes;
    add(reader, FORMAT_VALUE_BYTES, frame->bytes);
}

static void end_io(struct foreign_lane_reader *reader, const uint64_t *values)
{
    const struct lane_frame *frame = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
    uint32_t file = foreign_place_file(reader->place, values[IO_HANDLE]);
    if (frame && frame->kind == TRI_KIND_IO && file)
        add(reader, FORMAT_VALUE_FILE, file);
    add_bytes(reader, TRI_KIND_IO, values[IO_BYTES]);
}

void foreign_lane_take(struct foreign_lane_reader *reader, uint32_t kind, const uint64_t *values)
{
    switch (kind) {
    case FOREIGN_EVENT_MPI_SEND:
    case FOREIGN_EVENT_MPI_ISEND:
        send(reader, values, kind == FOREIGN_EVENT_MPI_ISEND);
        break;
    case FOREIGN_EVENT_MPI_ISEND_COMPLETE:
        finish_send(reader, values[0]);
        break;
    case FOREIGN_EVENT_MPI_RECV:
    case FOREIGN_EVENT_MPI_IRECV:
        receive(reader, values, kind == FOREIGN_EVENT_MPI_IRECV);
        break;
    case FOREIGN_EVENT_MPI_IRECV_REQUEST:
        post(reader, values[0]);
        break;
    case FOREIGN_EVENT_MPI_REQUEST_CANCELLED:
        foreign_requests_end(&reader->requests, values[0]);
        foreign_sends_take(&reader->sends, values[0]);
        break;
    case FOREIGN_EVENT_MPI_COLLECTIVE_END:
        together_blocking(reader, values);
        break;
    case FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_REQUEST:
        together_begin(reader, values[0]);
        break;
    case FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_COMPLETE:
        together_end(reader, values);
        break;
    case FOREIGN_EVENT_IO_OPERATION_COMPLETE:
        end_io(reader, values);
        break;
    case FOREIGN_EVENT_RMA_PUT:
    case FOREIGN_EVENT_RMA_GET:
        add_bytes(reader, TRI_KIND_COMM, values[RMA_BYTES]);
        break;
    case FOREIGN_EVENT_CALLING_CONTEXT_ENTER:
        foreign_lane_enter_context(reader, values[0]);
        break;
    case FOREIGN_EVENT_CALLING_CONTEXT_LEAVE:
        foreign_lane_leave_context(reader, values[0]);
        break;
    case FOREIGN_EVENT_PROGRAM_BEGIN:
        foreign_place_program(reader->place, values[PROGRAM_NAME], values + PROGRAM_ARGUMENTS,
                              (size_t)values[PROGRAM_COUNT]);
        break;
    default:
        break;
    }
}
