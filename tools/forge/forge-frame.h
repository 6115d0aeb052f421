/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ethernet frames around UDP and TCP payloads. */
#pragma once

#include <glib.h>

typedef struct {
    gboolean v6;
    guint8   ip[16]; /* the first four of them for IPv4 */
    guint16  port;
} forge_address_t;

/* "10.10.10.1:22101" or "[fe80::1]:22101". FALSE if the text is neither. */
gboolean bcnet_forge_parse_address(const char *text, forge_address_t *address);

/* What a UDP payload may have at most so that the lengths of IPv4 and UDP can state it. */
#define BCNET_FORGE_MAX_UDP 65507u

/* Bytes in front of the IP packet. */
#define BCNET_FORGE_LINK_HEADER 14u

enum { FORGE_TCP_FIN = 0x01, FORGE_TCP_SYN = 0x02, FORGE_TCP_PUSH = 0x08, FORGE_TCP_ACK = 0x10 };

typedef struct {
    /* ICMP says that nobody listens on the port; what it carries is the IP packet it answers, or the begin of it. */
    enum { FORGE_UDP, FORGE_TCP, FORGE_ICMP } protocol;
    forge_address_t source;
    forge_address_t destination;
    guint16         identification; /* of the IPv4 header */
    int             udp_length; /* the length to claim in the UDP header, -1 for the true one */
    guint32         tcp_seq;
    guint32         tcp_ack;
    guint8          tcp_flags;
} forge_headers_t;

/* Bytes in front of the payload: Ethernet, IP and UDP header. */
guint bcnet_forge_udp_overhead(const forge_headers_t *headers);

/* The checksums are right unless the UDP length is a lie. Source and destination must be of the same
 * family. The result belongs to the caller. */
GByteArray *bcnet_forge_frame(const forge_headers_t *headers, const guint8 *payload, guint length);
