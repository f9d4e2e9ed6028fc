/* registers.c: the registers that an instruction names. */
#include "loops/x86_64/x86_64.h"

void x86_64_write(struct loops_instruction *in, unsigned number, unsigned width)
{
    in->writes |= X86_64_BIT(number);
    if (width >= 4) /* the upper half becomes 0 */
        in->kills |= X86_64_BIT(number);
}

unsigned x86_64_number(const struct x86_64_fields *fields, unsigned number, bool is_byte)
{
    return is_byte && !fields->has_rex && number >= 4 && number < 8 ? number - 4 : number;
}
