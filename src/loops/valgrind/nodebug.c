/* nodebug.c: replaces Valgrind's readers of line numbers (linker option --wrap) by nothing. Line
 * numbers are not needed here, and Valgrind gives up on debug information that is newer than
 * itself. */

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);
void __wrap_vgModuleLocal_new_dwarf3_reader(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void)
{
}

void __wrap_vgModuleLocal_new_dwarf3_reader(void)
{
}
