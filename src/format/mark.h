/* mark.h: the mark of programs that `triptych run` counts in the binary: a note in the ELF file. */
#ifndef FORMAT_MARK_H
#define FORMAT_MARK_H

#define FORMAT_MARK_OWNER "Triptych" /* the note's name */
#define FORMAT_MARK_COUNTED 1        /* the note's type */

/* The linker takes the note from libtriptych-mark.a because of this symbol. */
#define FORMAT_MARK_SYMBOL tri_counted
#define FORMAT_MARK_SYMBOL_NAME "tri_counted"

#ifndef __ASSEMBLER__
#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* True if one of the notes in a segment is the mark. A 64-bit note segment may be aligned to 8. */
static inline bool format_mark_is_in(const void *notes, uint64_t size, uint64_t align)
{
    const char *bytes = notes;
    uint64_t at = 0, step = align == 8 ? 8 : 4;
    Elf64_Nhdr note;
    while (at < size && size - at >= sizeof note) {
        memcpy(&note, bytes + at, sizeof note);
        at += sizeof note;
        if (size - at < note.n_namesz)
            return false;
        if (note.n_type == FORMAT_MARK_COUNTED && note.n_namesz == sizeof FORMAT_MARK_OWNER &&
            !memcmp(bytes + at, FORMAT_MARK_OWNER, sizeof FORMAT_MARK_OWNER))
            return true;
        at += ((uint64_t)note.n_namesz + 3) / 4 * 4 + note.n_descsz;
        at = (at + step - 1) / step * step;
    }
    return false;
}
#endif

#endif
