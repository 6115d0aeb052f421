/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one place that knows how Wireshark's interfaces differ between 4.0 and later releases.
 *
 * The code is written to the newer names; older releases get them mapped back here. */
#pragma once

#include <stdbool.h>

#include <epan/packet.h>
#include <epan/tfs.h>
#include <epan/unit_strings.h>
#include <ws_version.h>

#define BCNET_WIRESHARK (WIRESHARK_VERSION_MAJOR * 100 + WIRESHARK_VERSION_MINOR)

/* 4.4 turned gboolean into bool, which has another size: storage and callbacks must follow. */
#if BCNET_WIRESHARK >= 404
typedef bool bcnet_ws_bool_t;
#define BCNET_STATS_SEPARATOR "//"
#else
typedef gboolean bcnet_ws_bool_t;
#define BCNET_STATS_SEPARATOR "/"
#define tvb_get_uint8 tvb_get_guint8
#endif

/* Since 4.6 the start of a -z statistic says whether it succeeded. */
#if BCNET_WIRESHARK >= 406
typedef bool bcnet_stat_start_t;
#define BCNET_STAT_STARTED return true
#else
typedef void     bcnet_stat_start_t;
#define BCNET_STAT_STARTED return
#endif

/* Units of a field are wrapped since 4.2. */
#ifndef UNS
#define UNS(units) (units)
#endif

/* How a shared library shows a symbol. */
#ifdef _WIN32
#define BCNET_EXPORT __declspec(dllexport) extern
#else
#define BCNET_EXPORT __attribute__((visibility("default"))) extern
#endif

/* What seldom happens: compilers keep it out of the way of all else. */
#ifdef __GNUC__
#define BCNET_SELDOM __attribute__((cold))
#else
#define BCNET_SELDOM
#endif

/* 4.2 gave callbacks of filters a pointer of their own, and streams a count. */
#if BCNET_WIRESHARK >= 402
#define BCNET_FILTER_ARGUMENTS packet_info *pinfo, void *user_data
#define BCNET_REGISTER_FILTER(title, is_valid, build)                                                                  \
    register_conversation_filter("bcnet", title, is_valid, build, NULL)
#define BCNET_STREAM_COUNT , get_udp_stream_count, NULL
#else
#define BCNET_FILTER_ARGUMENTS packet_info *pinfo
#define BCNET_REGISTER_FILTER(title, is_valid, build) register_conversation_filter("bcnet", title, is_valid, build)
#define BCNET_STREAM_COUNT
#endif

/* The development branch (4.7) asks for the application whose configuration it is. */
#if BCNET_WIRESHARK >= 407
#include <epan/epan.h>
#define BCNET_CONFIG_FILE(name) get_persconffile_path(name, false, epan_get_environment_prefix())
#else
#define BCNET_CONFIG_FILE(name) get_persconffile_path(name, FALSE)
#endif

/* UAT callbacks turned earlier. */
#if BCNET_WIRESHARK >= 402
typedef bool          bcnet_uat_bool_t;
typedef unsigned char bcnet_uat_buffer_t;
#else
typedef gboolean bcnet_uat_bool_t;
typedef char     bcnet_uat_buffer_t;
#endif
