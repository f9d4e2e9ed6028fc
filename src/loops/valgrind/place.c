/* place.c: see place.h */
#include "loops/valgrind/place.h"

#include "format/place.h"
#include "format/profile.h"
#include "format/rank.h"
#include "format/region.h"
#include "loops/valgrind/carried.h"
#include "loops/valgrind/files.h"
#include "loops/valgrind/follow.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_xarray.h"

static const HChar *archive;
static HChar folder[BASE_PATH];
static union {
    struct format_place record;
    HChar bytes[FORMAT_PLACE_SIZE];
} page;

static void take_moment(struct format_moment *moment)
{
    struct vki_timespec real;
    VG_(clock_gettime)(&real, VKI_CLOCK_REALTIME);
    moment->ticks = moment->monotonic = follow_now();
    moment->real = (ULong)real.tv_sec * 1000000000ULL + (ULong)real.tv_nsec;
}

/* Returns the start time of the process: field 22 of /proc/self/stat. The name in field 2 may
 * contain blanks and parentheses. */
static ULong process_start(void)
{
    HChar text[1024];
    text[files_read("/proc/self/stat", text, sizeof text - 1)] = '\0';
    const HChar *at = VG_(strrchr)(text, ')');
    for (Int field = 2; at && field < 22; field++)
        at = VG_(strchr)(at + 1, ' ');
    return at ? VG_(strtoull10)(at + 1, NULL) : 0;
}

/* Reads a file of one line, without the line end. */
static void take_line(const HChar *path, HChar *into, SizeT room)
{
    SizeT size = files_read(path, into, room - 1);
    into[size && into[size - 1] == '\n' ? size - 1 : size] = '\0';
}

/* Fills the place's record. */
static void describe(UInt number, Int parent)
{
    struct format_place *record = &page.record;
    VG_(memset)(&page, 0, sizeof page);
    record->magic = FORMAT_PLACE_MAGIC;
    record->version = FORMAT_VERSION;
    record->number = number;
    record->parent_place = parent;
    record->clock = FORMAT_CLOCK_MONOTONIC;
    record->ticks_per_second = 1000000000;
    record->pid = (UInt)VG_(getpid)();
    record->parent_pid = (UInt)VG_(getppid)();
    record->process_start = process_start();
    take_line("/proc/sys/kernel/hostname", record->host, sizeof record->host);
    take_line("/proc/sys/kernel/random/boot_id", record->boot, sizeof record->boot);
    VG_(strncpy)(record->program, VG_(args_the_exename), sizeof record->program - 1);
    HChar *at = record->command, *end = at + sizeof record->command - 2;
    for (Word i = -1; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
        const HChar *word = VG_(args_the_exename);
        if (i >= 0)
            word = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
        if (at + VG_(strlen)(word) >= end)
            break;
        VG_(strcpy)(at, word);
        at += VG_(strlen)(word) + 1;
    }
    take_moment(&record->start);
    record->last = record->start;
}

Bool place_begin(const HChar *into)
{
    UInt number;
    archive = into;
    if (!files_make_place(archive, folder, sizeof folder, &number)) {
        VG_(umsg)("%s: cannot create a place there; nothing is counted\n", archive);
        return False;
    }
    describe(number, -1);
    files_write(folder, "place", page.bytes, sizeof page);
    return True;
}

void place_fork(void)
{
    UInt number;
    Int parent = (Int)page.record.number;
    if (!files_make_place(archive, folder, sizeof folder, &number)) {
        VG_(umsg)("%s: cannot create a place there; this process is not counted\n", archive);
        folder[0] = '\0';
        return;
    }
    describe(number, parent);
    files_write(folder, "place", page.bytes, sizeof page);
}

/* Writes empty files of regions: there are no probes. */
static void write_regions(void)
{
    struct format_regions_header header = {
        .magic = FORMAT_REGIONS_MAGIC, .version = FORMAT_VERSION, .used = 1, .strings_used = 1};
    files_write(folder, "strings", "", 1);
    files_write(folder, "regions", &header, sizeof header);
}

/* A record of the profile. */
union record {
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
};

/* Fills the record of a lane and that of its root node. */
static void fill_lane(union record *records, UInt self, const struct follow_lane *lane)
{
    records[self].lane = (struct format_lane){
        .type = FORMAT_LANE,
        .self = self,
        .start = lane->start,
        .end = lane->end,
        .number = lane->number,
        .state = lane->end ? FORMAT_LANE_ENDED : FORMAT_LANE_RUNNING,
        .tid = lane->tid,
        .activity = lane->number,
        .runs = lane->number,
        .parent = FORMAT_NO_ACTIVITY,
    };
    records[self + 1].node = (struct format_node){
        .type = FORMAT_NODE,
        .self = self + 1,
        .parent = self,
        .open = lane->end ? 0 : lane->start,
        .count = 1,
        .time = lane->end ? lane->end - lane->start : 0,
        .min = ~0ULL,
        .trips_min = ~0ULL,
    };
}

/* Writes the profile: the lanes, each with its root node only. */
static void write_profile(void)
{
    UInt count;
    const struct follow_lane *lanes = follow_lanes(&count);
    SizeT used = 1 + 2 * (SizeT)count;
    union record *records = VG_(calloc)("triptych", used, sizeof *records);
    records[0].header = (struct format_header){.type = FORMAT_HEADER,
                                               .version = FORMAT_VERSION,
                                               .magic = FORMAT_PROFILE_MAGIC,
                                               .used = used};
    for (UInt i = 0; i < count; i++)
        fill_lane(records, 1 + 2 * i, &lanes[i]);
    files_write(folder, "profile-0", records, used * sizeof *records);
    VG_(free)(records);
    page.record.lanes = page.record.activities = count;
}

/* True if an MPI library is loaded. */
static Bool has_mpi(void)
{
    Addr starts[2048];
    Int count = VG_(am_get_segment_starts)(SkFileC, starts, sizeof starts / sizeof starts[0]);
    for (Int i = 0; i < count; i++) {
        const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
        const HChar *path = segment ? VG_(am_get_filename)(segment) : NULL;
        if (path && !VG_(strncmp)(VG_(basename)(path), "libmpi", 6))
            return True;
    }
    return False;
}

/* Reads a number from an environment variable. */
static Bool number_of(const HChar *variable, UInt *number)
{
    HChar *end;
    const HChar *text = VG_(getenv)(variable);
    if (!text || !*text)
        return False;
    *number = (UInt)VG_(strtoull10)(text, &end);
    return !*end;
}

/* Sets the rank, from the variables of the MPI launcher. */
static void find_rank(void)
{
    struct format_place *record = &page.record;
    if (record->ranks || !has_mpi())
        return;
    for (Int i = 0; i < FORMAT_LAUNCHERS; i++) {
        struct format_launcher launcher = format_launcher(i);
        UInt rank, ranks;
        if (!number_of(launcher.rank, &rank) || !number_of(launcher.ranks, &ranks) || rank >= ranks)
            continue;
        record->rank = rank;
        record->job = format_job(VG_(getenv)(launcher.job), record->boot, record->parent_pid);
        record->ranks = ranks;
        return;
    }
}

void place_write(Bool has_ended)
{
    UInt count;
    if (!folder[0])
        return;
    take_moment(&page.record.last);
    find_rank();
    if (has_ended) {
        page.record.end = page.record.last.ticks;
        page.record.state = FORMAT_PLACE_EXITED;
    }
    const struct format_module *records = modules_records(&count);
    files_write(folder, "modules", records, count * sizeof *records);
    files_write_contexts(folder);
    carried_write(folder);
    write_regions();
    write_profile();
    files_write(folder, "place", page.bytes, sizeof page);
}
