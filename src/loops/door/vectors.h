/* vectors.h: finds which vector and floating-point registers a function may change, for those that
 * calls of described functions ask: only these need be saved around it. */
#ifndef LOOPS_DOOR_VECTORS_H
#define LOOPS_DOOR_VECTORS_H

#include "format/doors.h"
#include "loops/binary/binary.h"

/* Returns the registers that the function at an address may change, and those that it calls. Code
 * that is not known, or leaves the binary, may change all. */
enum format_door_vectors loops_door_vectors(const struct loops_binary *binary, uint64_t address);

/* The same of one instruction, by its machine. */
enum format_door_vectors loops_door_vectors_aarch64(const uint8_t *bytes, size_t size);
enum format_door_vectors loops_door_vectors_x86_64(const uint8_t *bytes, size_t size);

#endif
