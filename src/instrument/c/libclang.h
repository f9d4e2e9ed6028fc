/* libclang.h: the functions of libclang that are used here. The library is loaded when the first C
 * file is read, not when the program starts, because loading it takes longer than most commands. A
 * function that is used but missing in the lists below is an undefined reference. */
#ifndef INSTRUMENT_C_LIBCLANG_H
#define INSTRUMENT_C_LIBCLANG_H

#include "util/error.h"

#include <clang-c/Index.h>

#include <stdbool.h>

/* clang-format off */
#define LIBCLANG_FUNCTIONS(each) \
    each(clang_Cursor_Evaluate) \
    each(clang_Cursor_getArgument) \
    each(clang_Cursor_getNumArguments) \
    each(clang_Cursor_getStorageClass) \
    each(clang_Cursor_isFunctionInlined) \
    each(clang_Cursor_isNull) \
    each(clang_EvalResult_dispose) \
    each(clang_EvalResult_getAsInt) \
    each(clang_EvalResult_getAsLongLong) \
    each(clang_EvalResult_getAsUnsigned) \
    each(clang_EvalResult_getKind) \
    each(clang_EvalResult_isUnsignedInt) \
    each(clang_File_isEqual) \
    each(clang_Location_isFromMainFile) \
    each(clang_Location_isInSystemHeader) \
    each(clang_PrintingPolicy_dispose) \
    each(clang_PrintingPolicy_setProperty) \
    each(clang_Type_getAlignOf) \
    each(clang_Type_getSizeOf) \
    each(clang_Type_visitFields) \
    each(clang_createIndex) \
    each(clang_disposeDiagnostic) \
    each(clang_disposeIndex) \
    each(clang_disposeSourceRangeList) \
    each(clang_disposeString) \
    each(clang_disposeTranslationUnit) \
    each(clang_equalCursors) \
    each(clang_getArgType) \
    each(clang_getArrayElementType) \
    each(clang_getArraySize) \
    each(clang_getCString) \
    each(clang_getCanonicalCursor) \
    each(clang_getCanonicalType) \
    each(clang_getCursorDefinition) \
    each(clang_getCursorExtent) \
    each(clang_getCursorKind) \
    each(clang_getCursorLinkage) \
    each(clang_getCursorLocation) \
    each(clang_getCursorPrettyPrinted) \
    each(clang_getCursorPrintingPolicy) \
    each(clang_getCursorReferenced) \
    each(clang_getCursorResultType) \
    each(clang_getCursorSemanticParent) \
    each(clang_getCursorSpelling) \
    each(clang_getCursorType) \
    each(clang_getDiagnostic) \
    each(clang_getDiagnosticLocation) \
    each(clang_getDiagnosticSeverity) \
    each(clang_getDiagnosticSpelling) \
    each(clang_getExpansionLocation) \
    each(clang_getFile) \
    each(clang_getFileContents) \
    each(clang_getFileLocation) \
    each(clang_getFileName) \
    each(clang_getInclusions) \
    each(clang_getLocationForOffset) \
    each(clang_getNumDiagnostics) \
    each(clang_getPointeeType) \
    each(clang_getPresumedLocation) \
    each(clang_getRangeEnd) \
    each(clang_getRangeStart) \
    each(clang_getResultType) \
    each(clang_getSkippedRanges) \
    each(clang_getTranslationUnitCursor) \
    each(clang_getTypeSpelling) \
    each(clang_isAttribute) \
    each(clang_isConstQualifiedType) \
    each(clang_isCursorDefinition) \
    each(clang_isExpression) \
    each(clang_isFunctionTypeVariadic) \
    each(clang_isInvalid) \
    each(clang_isRestrictQualifiedType) \
    each(clang_isStatement) \
    each(clang_isVolatileQualifiedType) \
    each(clang_parseTranslationUnit2) \
    each(clang_visitChildren)
/* clang-format on */

/* Pointers to the functions, in the order of the list; libclang_load() sets them. */
struct libclang {
#define LIBCLANG_MEMBER(name) __typeof__(&(name)) name;
    LIBCLANG_FUNCTIONS(LIBCLANG_MEMBER)
#undef LIBCLANG_MEMBER
};

extern struct libclang libclang;

/* Loads libclang, unless that is done already. False if it cannot be loaded; `error` says why. */
bool libclang_load(struct error *error);

#define clang_Cursor_Evaluate libclang.clang_Cursor_Evaluate
#define clang_Cursor_getArgument libclang.clang_Cursor_getArgument
#define clang_Cursor_getNumArguments libclang.clang_Cursor_getNumArguments
#define clang_Cursor_getStorageClass libclang.clang_Cursor_getStorageClass
#define clang_Cursor_isFunctionInlined libclang.clang_Cursor_isFunctionInlined
#define clang_Cursor_isNull libclang.clang_Cursor_isNull
#define clang_EvalResult_dispose libclang.clang_EvalResult_dispose
#define clang_EvalResult_getAsInt libclang.clang_EvalResult_getAsInt
#define clang_EvalResult_getAsLongLong libclang.clang_EvalResult_getAsLongLong
#define clang_EvalResult_getAsUnsigned libclang.clang_EvalResult_getAsUnsigned
#define clang_EvalResult_getKind libclang.clang_EvalResult_getKind
#define clang_EvalResult_isUnsignedInt libclang.clang_EvalResult_isUnsignedInt
#define clang_File_isEqual libclang.clang_File_isEqual
#define clang_Location_isFromMainFile libclang.clang_Location_isFromMainFile
#define clang_Location_isInSystemHeader libclang.clang_Location_isInSystemHeader
#define clang_PrintingPolicy_dispose libclang.clang_PrintingPolicy_dispose
#define clang_PrintingPolicy_setProperty libclang.clang_PrintingPolicy_setProperty
#define clang_Type_getAlignOf libclang.clang_Type_getAlignOf
#define clang_Type_getSizeOf libclang.clang_Type_getSizeOf
#define clang_Type_visitFields libclang.clang_Type_visitFields
#define clang_createIndex libclang.clang_createIndex
#define clang_disposeDiagnostic libclang.clang_disposeDiagnostic
#define clang_disposeIndex libclang.clang_disposeIndex
#define clang_disposeSourceRangeList libclang.clang_disposeSourceRangeList
#define clang_disposeString libclang.clang_disposeString
#define clang_disposeTranslationUnit libclang.clang_disposeTranslationUnit
#define clang_equalCursors libclang.clang_equalCursors
#define clang_getArgType libclang.clang_getArgType
#define clang_getArrayElementType libclang.clang_getArrayElementType
#define clang_getArraySize libclang.clang_getArraySize
#define clang_getCString libclang.clang_getCString
#define clang_getCanonicalCursor libclang.clang_getCanonicalCursor
#define clang_getCanonicalType libclang.clang_getCanonicalType
#define clang_getCursorDefinition libclang.clang_getCursorDefinition
#define clang_getCursorExtent libclang.clang_getCursorExtent
#define clang_getCursorKind libclang.clang_getCursorKind
#define clang_getCursorLinkage libclang.clang_getCursorLinkage
#define clang_getCursorLocation libclang.clang_getCursorLocation
#define clang_getCursorPrettyPrinted libclang.clang_getCursorPrettyPrinted
#define clang_getCursorPrintingPolicy libclang.clang_getCursorPrintingPolicy
#define clang_getCursorReferenced libclang.clang_getCursorReferenced
#define clang_getCursorResultType libclang.clang_getCursorResultType
#define clang_getCursorSemanticParent libclang.clang_getCursorSemanticParent
#define clang_getCursorSpelling libclang.clang_getCursorSpelling
#define clang_getCursorType libclang.clang_getCursorType
#define clang_getDiagnostic libclang.clang_getDiagnostic
#define clang_getDiagnosticLocation libclang.clang_getDiagnosticLocation
#define clang_getDiagnosticSeverity libclang.clang_getDiagnosticSeverity
#define clang_getDiagnosticSpelling libclang.clang_getDiagnosticSpelling
#define clang_getExpansionLocation libclang.clang_getExpansionLocation
#define clang_getFile libclang.clang_getFile
#define clang_getFileContents libclang.clang_getFileContents
#define clang_getFileLocation libclang.clang_getFileLocation
#define clang_getFileName libclang.clang_getFileName
#define clang_getInclusions libclang.clang_getInclusions
#define clang_getLocationForOffset libclang.clang_getLocationForOffset
#define clang_getNumDiagnostics libclang.clang_getNumDiagnostics
#define clang_getPointeeType libclang.clang_getPointeeType
#define clang_getPresumedLocation libclang.clang_getPresumedLocation
#define clang_getRangeEnd libclang.clang_getRangeEnd
#define clang_getRangeStart libclang.clang_getRangeStart
#define clang_getResultType libclang.clang_getResultType
#define clang_getSkippedRanges libclang.clang_getSkippedRanges
#define clang_getTranslationUnitCursor libclang.clang_getTranslationUnitCursor
#define clang_getTypeSpelling libclang.clang_getTypeSpelling
#define clang_isAttribute libclang.clang_isAttribute
#define clang_isConstQualifiedType libclang.clang_isConstQualifiedType
#define clang_isCursorDefinition libclang.clang_isCursorDefinition
#define clang_isExpression libclang.clang_isExpression
#define clang_isFunctionTypeVariadic libclang.clang_isFunctionTypeVariadic
#define clang_isInvalid libclang.clang_isInvalid
#define clang_isRestrictQualifiedType libclang.clang_isRestrictQualifiedType
#define clang_isStatement libclang.clang_isStatement
#define clang_isVolatileQualifiedType libclang.clang_isVolatileQualifiedType
#define clang_parseTranslationUnit2 libclang.clang_parseTranslationUnit2
#define clang_visitChildren libclang.clang_visitChildren

#endif
