/* Included before everything when clang plays Microsoft's compiler over the headers of mingw-w64: two attributes stand there
 * where only GCC takes them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <_mingw.h>
#undef __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_DEPRECATED
