/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What systems do differently; the rest of the tools need not know which one they run on. */
#pragma once

#include <fcntl.h>
#include <signal.h>

#include <glib.h>

#ifdef G_OS_WIN32
#include <winsock2.h>
#include <ws2tcpip.h>

#include <io.h>
#else
#include <arpa/inet.h>
#include <unistd.h>
#endif

/* What a system lacks. */
#ifndef O_BINARY
#define O_BINARY 0
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif
#ifndef SIGHUP
#define SIGHUP SIGTERM
#endif
#ifndef SIGPIPE
#define SIGPIPE SIGTERM
#endif

/* The arguments as UTF-8, and a console that shows it. */
void     tool_system_start(int *argc, char ***argv);
gboolean tool_system_parse(GOptionContext *context, int *argc, char ***argv, GError **error);
/* Signals wait, or wait no longer. */
void tool_system_hold_signals(const int *numbers, gsize count, gboolean hold);
/* Standard input or output (0 or 1) carries bytes, not lines. */
void tool_system_binary(int descriptor);
/* The path without links and with the names as they are on the disk; NULL when there is no such file. To be g_free()d. */
char *tool_real_path(const char *path);
