/* nodebug.c: line numbers of the program are not read: nobody asks for them here, and Valgrind
 * gives up where they are newer than it is. The linker puts these in place of its readers (--wrap).
 */

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);
void __wrap_vgModuleLocal_new_dwarf3_reader(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void)
{
}

void __wrap_vgModuleLocal_new_dwarf3_reader(void)
{
}
