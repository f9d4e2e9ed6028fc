/* redirect.h: redirects the libc calls of a source file of libtriptych to the library's own copies.
 *
 * The build includes it before everything else (-include). Names are changed in the assembler, as
 * glibc does for itself: so the source looks as usual, and calls that only the compiler inserts
 * (memcpy for an assignment, memset for an initializer) are redirected, too.
 *
 * OWN_KEEPS_IO: the file defines the I/O functions itself, as a collector does. */
#ifndef MEASURE_OWN_REDIRECT_H
#define MEASURE_OWN_REDIRECT_H

#include "measure/own/names.h"

#if defined __aarch64__ || defined __x86_64__
#define OWN_REDIRECT(name) __asm__(#name " = tri_own_" #name);
#define OWN_REDIRECT_LARGE(name) __asm__(#name "64 = tri_own_" #name);

/* A library that is checked by ThreadSanitizer must report new mappings to it. */
#if defined __SANITIZE_THREAD__
#define OWN_IS_CHECKED 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define OWN_IS_CHECKED 1
#endif
#endif

OWN_TEXT(OWN_REDIRECT)
OWN_REDIRECT(__errno_location)
OWN_PLAIN_CALLS(OWN_REDIRECT)
OWN_LARGE_PLAIN_CALLS(OWN_REDIRECT_LARGE)
#ifndef OWN_IS_CHECKED
OWN_MAPPING_CALLS(OWN_REDIRECT)
OWN_LARGE_MAPPING_CALLS(OWN_REDIRECT_LARGE)
#endif
#ifndef OWN_KEEPS_IO
OWN_IO_CALLS(OWN_REDIRECT)
OWN_LARGE_IO_CALLS(OWN_REDIRECT_LARGE)
#endif
#endif

#endif
