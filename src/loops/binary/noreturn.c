/* noreturn.c: finds the functions that never return, so that the code after a call of one is not
 * reached from it, those that never throw, and the probes.
 *
 * A function returns if it has a return instruction, or jumps to a function that returns. Functions
 * of other libraries that never return are known by their names. */
#include "format/quiet.h"
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* True for the names of library functions that never return. */
static bool name_never_returns(const char *name)
{
    static const char *const names[] = {
        "_Exit",
        "_Unwind_Resume",
        "_ZSt10unexpectedv",
        "_ZSt9terminatev",
        "__assert_fail",
        "__chk_fail",
        "__cxa_bad_cast",
        "__cxa_bad_typeid",
        "__cxa_call_unexpected",
        "__cxa_pure_virtual",
        "__cxa_rethrow",
        "__cxa_throw",
        "__cxa_throw_bad_array_new_length",
        "__fortify_fail",
        "__libc_fatal",
        "__libc_start_main",
        "__longjmp_chk",
        "__stack_chk_fail",
        "_exit",
        "_gfortran_error_stop_numeric",
        "_gfortran_error_stop_string",
        "_gfortran_os_error",
        "_gfortran_os_error_at",
        "_gfortran_runtime_error",
        "_gfortran_runtime_error_at",
        "_gfortran_stop_numeric",
        "_gfortran_stop_string",
        "_longjmp",
        "abort",
        "exit",
        "longjmp",
        "pthread_exit",
        "quick_exit",
        "siglongjmp",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return !strncmp(name, "_ZSt", 4) && strstr(name, "__throw_");
}

/* True for those whose names a program may give to functions of its own, which return. */
static bool name_may_be_own(const char *name)
{
    return !strcmp(name, "err") || !strcmp(name, "errx") || !strcmp(name, "verr") ||
           !strcmp(name, "verrx");
}

/* True for the functions that compilers call to catch exceptions and to clean up. */
static bool name_never_throws(const char *name)
{
    static const char *const names[] = {
        "_ZdaPv",
        "_ZdaPvm",
        "_ZdlPv",
        "_ZdlPvm",
        "__cxa_allocate_exception",
        "__cxa_begin_catch",
        "__cxa_end_catch",
        "__cxa_free_exception",
        "__cxa_get_exception_ptr",
        "free",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return false;
}

/* True for the probes of libtriptych: a program's own functions may have names that begin alike. */
static bool name_is_probe(const char *name)
{
    static const char *const names[] = {
        "tri_add_loop",
        "tri_add_nest",
        "tri_count_always",
        "tri_count_heads",
        "tri_count_loop",
        "tri_count_loops",
        "tri_count_nest",
        "tri_count_once1",
        "tri_count_once2",
        "tri_count_once3",
        "tri_count_repeated",
        "tri_count_visit",
        "tri_end_loop",
        "tri_end_nest",
        "tri_enter_nest",
        "tri_enter_on",
        "tri_enter_sampled",
        "tri_fortran_close",
        "tri_fortran_enter",
        "tri_fortran_nest",
        "tri_fortran_open",
        "tri_fortran_runtime",
        "tri_fortran_runtime_gone",
        "tri_fortran_salt",
        "tri_fortran_trips",
        "tri_leave",
        "tri_leave_io",
        "tri_leave_loop",
        "tri_leave_nest",
        "tri_leave_open",
        "tri_leave_unit",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(names[i], name))
            return true;
    }
    return false;
}

/* Adds a stub, or a pointer that is called in its place, to a function of another library, if that
 * function never returns, never throws, is quiet, or is a probe. */
static void add_stub(struct loops_binary *binary, uint64_t address, const char *name, bool is_libc)
{
    bool leaves = name_never_returns(name) || (name_may_be_own(name) && is_libc);
    struct loops_binary_stub stub = {address, leaves, name_never_throws(name), name_is_probe(name),
                                     is_libc && format_is_quiet(name)};
    if (!stub.never_returns && !stub.never_throws && !stub.is_probe && !stub.is_quiet)
        return;
    binary->has_probes |= stub.is_probe;
    binary->stubs = memory_grow(binary->stubs, &binary->stub_room, binary->stub_count + 1,
                                sizeof *binary->stubs);
    binary->stubs[binary->stub_count++] = stub;
}

/* Finds the pointers of the global offset table that calls go through without a stub (-fno-plt). */
static void find_pointers(struct loops_binary *binary)
{
    const struct loops_binary_file *file = binary->file;
    for (size_t i = 0; i < file->relocation_count; i++) {
        const struct relocation *relocation = &file->relocations[i];
        if (relocation->symbol && loops_binary_is_got(binary, relocation->at))
            add_stub(binary, relocation->at, relocation->symbol, relocation->is_libc);
    }
}

/* Finds the stubs of the procedure linkage table. */
static void find_stubs(struct loops_binary *binary)
{
    static const char *const sections[] = {".plt", ".plt.sec", ".plt.got"};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        uint64_t address, slot, stub;
        const uint8_t *bytes;
        size_t size;
        if (!loops_binary_section(binary, sections[i], &address, &bytes, &size))
            continue;
        for (size_t at = 0; at < size; at += binary->architecture->stub_step) {
            if (!binary->architecture->stub(bytes + at, size - at, address + at, &stub, &slot))
                continue;
            const struct relocation *relocation = relocations_named_at(binary, slot);
            if (relocation)
                add_stub(binary, stub, relocation->symbol, relocation->is_libc);
        }
    }
}

/* Returns the stub at an address; if nothing is known, a stub that may return and throw. */
static const struct loops_binary_stub *stub_at(const struct loops_binary *binary, uint64_t address)
{
    static const struct loops_binary_stub none;
    for (size_t i = 0; i < binary->stub_count; i++) {
        if (binary->stubs[i].address == address)
            return &binary->stubs[i];
    }
    return &none;
}

bool loops_binary_never_returns(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    return function && function->start == address ? function->never_returns
                                                  : stub_at(binary, address)->never_returns;
}

bool loops_binary_never_throws(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    return function && function->start == address ? function->never_throws
                                                  : stub_at(binary, address)->never_throws;
}

bool loops_binary_is_probe(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    return function && function->start == address ? function->name && name_is_probe(function->name)
                                                  : stub_at(binary, address)->is_probe;
}

bool loops_binary_is_quiet(const struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    bool is_own = function && function->start == address;
    return binary->trusts_quiet && !is_own && stub_at(binary, address)->is_quiet;
}

/* True for a call or jump through a pointer at a fixed address. */
static bool is_by_pointer(const struct loops_instruction *in)
{
    return (in->kind == INSTRUCTION_CALL_REGISTER || in->kind == INSTRUCTION_JUMP_REGISTER) &&
           in->relative;
}

uint64_t loops_binary_led_to(const struct loops_binary *binary, const struct loops_instruction *in)
{
    if (in->kind == INSTRUCTION_CALL || in->kind == INSTRUCTION_JUMP)
        return in->target;
    if (!is_by_pointer(in))
        return 0;
    /* The program writes no pointer of the global offset table. */
    uint64_t to =
        loops_binary_is_got(binary, in->target) ? relocations_pointed_to(binary, in->target) : 0;
    const struct loops_binary_function *function = loops_binary_function_at(binary, to);
    return function && function->start == to ? to : in->target;
}

bool noreturn_is_return(const struct loops_instruction *in)
{
    return in->kind == INSTRUCTION_RETURN || in->kind == INSTRUCTION_UNKNOWN ||
           (in->kind == INSTRUCTION_JUMP_REGISTER && !is_by_pointer(in));
}

/* True if a function may return: some instruction leaves it, other than to a function that never
 * returns. *surely is set if that holds whatever becomes known about other functions. */
static bool may_return(const struct loops_binary *binary,
                       const struct loops_binary_function *function, bool *surely)
{
    size_t there;
    uint64_t at = function->start;
    bool goes_on = false; /* past its end; padding between functions (which writes no register) does
                             not count */
    const uint8_t *bytes = loops_binary_bytes(binary, at, 1, &there);
    *surely = loops_binary_is_relocated(binary, function->start, function->end);
    if (*surely) /* its jumps are not known yet */
        return true;
    while (bytes && at < function->end && there) {
        struct loops_instruction in;
        if (!binary->architecture->decode(bytes, there, at, &in))
            return true;
        bool jumps = in.kind == INSTRUCTION_JUMP || in.kind == INSTRUCTION_BRANCH;
        bool leaves = jumps && (in.target < function->start || in.target >= function->end);
        bool by_pointer = in.kind == INSTRUCTION_JUMP_REGISTER && is_by_pointer(&in);
        uint64_t to = by_pointer ? loops_binary_led_to(binary, &in) : in.target;
        *surely = noreturn_is_return(&in);
        if (*surely || ((leaves || by_pointer) && !loops_binary_never_returns(binary, to)))
            return true;
        goes_on = in.kind == INSTRUCTION_BRANCH || (in.kind == INSTRUCTION_PLAIN && in.writes);
        at += in.size;
        bytes += in.size;
        there -= in.size;
    }
    *surely = goes_on;
    return goes_on;
}

void noreturn_find(struct loops_binary *binary)
{
    find_stubs(binary);
    find_pointers(binary);
    for (size_t i = 0; i < binary->function_count; i++) {
        struct loops_binary_function *function = &binary->functions[i];
        function->never_returns = function->name && name_never_returns(function->name);
        function->never_throws = function->name && name_never_throws(function->name);
        binary->has_probes |= function->name && name_is_probe(function->name);
    }
    bool *settled = memory_zeroed(binary->function_count + 1, sizeof *settled);
    for (size_t i = 0; i < binary->function_count; i++)
        settled[i] = binary->functions[i].may_return;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < binary->function_count; i++) {
            struct loops_binary_function *function = &binary->functions[i];
            settled[i] |= function->never_returns;
            if (!settled[i] && !may_return(binary, function, &settled[i]))
                function->never_returns = changed = true;
        }
    }
    free(settled);
}
