/* kinds.c: see kinds.h */
#include "kinds.h"

const char *kind_name(enum statement_kind kind)
{
    static const char *const names[] = {[STATEMENT_PROGRAM] = "PROGRAM",
                                        [STATEMENT_MODULE] = "MODULE",
                                        [STATEMENT_SUBMODULE] = "SUBMODULE",
                                        [STATEMENT_BLOCK_DATA] = "BLOCK_DATA",
                                        [STATEMENT_SUBROUTINE] = "SUBROUTINE",
                                        [STATEMENT_FUNCTION] = "FUNCTION",
                                        [STATEMENT_MODULE_PROCEDURE] = "MODULE_PROCEDURE",
                                        [STATEMENT_ENTRY] = "ENTRY",
                                        [STATEMENT_CONTAINS] = "CONTAINS",
                                        [STATEMENT_END_UNIT] = "END_UNIT",
                                        [STATEMENT_INTERFACE] = "INTERFACE",
                                        [STATEMENT_END_INTERFACE] = "END_INTERFACE",
                                        [STATEMENT_TYPE] = "TYPE",
                                        [STATEMENT_END_TYPE] = "END_TYPE",
                                        [STATEMENT_USE] = "USE",
                                        [STATEMENT_IMPORT] = "IMPORT",
                                        [STATEMENT_IMPLICIT] = "IMPLICIT",
                                        [STATEMENT_INCLUDE] = "INCLUDE",
                                        [STATEMENT_FORMAT] = "FORMAT",
                                        [STATEMENT_DATA] = "DATA",
                                        [STATEMENT_DECLARATION] = "DECLARATION",
                                        [STATEMENT_FUNCTION_STATEMENT] = "FUNCTION_STATEMENT",
                                        [STATEMENT_IF_THEN] = "IF_THEN",
                                        [STATEMENT_ELSE] = "ELSE",
                                        [STATEMENT_END_IF] = "END_IF",
                                        [STATEMENT_SELECT] = "SELECT",
                                        [STATEMENT_CASE] = "CASE",
                                        [STATEMENT_END_SELECT] = "END_SELECT",
                                        [STATEMENT_WHERE_THEN] = "WHERE_THEN",
                                        [STATEMENT_ELSEWHERE] = "ELSEWHERE",
                                        [STATEMENT_END_WHERE] = "END_WHERE",
                                        [STATEMENT_FORALL_THEN] = "FORALL_THEN",
                                        [STATEMENT_END_FORALL] = "END_FORALL",
                                        [STATEMENT_ASSOCIATE] = "ASSOCIATE",
                                        [STATEMENT_END_ASSOCIATE] = "END_ASSOCIATE",
                                        [STATEMENT_BLOCK] = "BLOCK",
                                        [STATEMENT_END_BLOCK] = "END_BLOCK",
                                        [STATEMENT_CRITICAL] = "CRITICAL",
                                        [STATEMENT_END_CRITICAL] = "END_CRITICAL",
                                        [STATEMENT_DO] = "DO",
                                        [STATEMENT_END_DO] = "END_DO",
                                        [STATEMENT_ASSIGNMENT] = "ASSIGNMENT",
                                        [STATEMENT_CALL] = "CALL",
                                        [STATEMENT_IO] = "IO",
                                        [STATEMENT_IF] = "IF",
                                        [STATEMENT_ARITHMETIC_IF] = "ARITHMETIC_IF",
                                        [STATEMENT_GOTO] = "GOTO",
                                        [STATEMENT_ASSIGN] = "ASSIGN",
                                        [STATEMENT_EXIT] = "EXIT",
                                        [STATEMENT_CYCLE] = "CYCLE",
                                        [STATEMENT_RETURN] = "RETURN",
                                        [STATEMENT_STOP] = "STOP",
                                        [STATEMENT_CONTINUE] = "CONTINUE",
                                        [STATEMENT_ACTION] = "ACTION",
                                        [STATEMENT_DIRECTIVE] = "DIRECTIVE",
                                        [STATEMENT_PREPROCESSOR] = "PREPROCESSOR",
                                        [STATEMENT_UNKNOWN] = "UNKNOWN"};
    return names[kind];
}

const char *io_name(enum io_keyword io)
{
    static const char *const names[] = {
        [IO_READ] = "READ",           [IO_WRITE] = "WRITE",   [IO_PRINT] = "PRINT",
        [IO_OPEN] = "OPEN",           [IO_CLOSE] = "CLOSE",   [IO_INQUIRE] = "INQUIRE",
        [IO_BACKSPACE] = "BACKSPACE", [IO_REWIND] = "REWIND", [IO_ENDFILE] = "ENDFILE",
        [IO_FLUSH] = "FLUSH",         [IO_WAIT] = "WAIT"};
    return names[io];
}

const char *block_name(enum block_kind kind)
{
    static const char *const names[] = {[BLOCK_FILE] = "FILE",
                                        [BLOCK_UNIT] = "UNIT",
                                        [BLOCK_INTERFACE] = "INTERFACE",
                                        [BLOCK_TYPE] = "TYPE",
                                        [BLOCK_IF] = "IF",
                                        [BLOCK_SELECT] = "SELECT",
                                        [BLOCK_WHERE] = "WHERE",
                                        [BLOCK_FORALL] = "FORALL",
                                        [BLOCK_ASSOCIATE] = "ASSOCIATE",
                                        [BLOCK_BLOCK] = "BLOCK",
                                        [BLOCK_CRITICAL] = "CRITICAL",
                                        [BLOCK_DO] = "DO"};
    return names[kind];
}
