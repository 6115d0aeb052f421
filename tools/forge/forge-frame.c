/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-frame.h"

#include <string.h>

#include "common/system.h"
#include "forge/forge-bytes.h"

#define IPV4_HEADER 20u
#define IPV6_HEADER 40u
#define TIME_TO_LIVE 128u /* that Windows machines of that time begin with */

static const struct {
    guint8 number, number_v6;
    guint  header; /* bytes */
    guint  checksum; /* where it stands in the header */
} protocols[] = {
    [FORGE_UDP] = { 17, 17, 8, 6 },
    [FORGE_TCP] = { 6, 6, 20, 16 },
    [FORGE_ICMP] = { 1, 58, 8, 2 },
};

gboolean bcnet_forge_parse_address(const char *text, forge_address_t *address)
{
    const char *colon = strrchr(text, ':');
    guint64     port;

    memset(address, 0, sizeof *address);
    if (!colon || !g_ascii_string_to_unsigned(colon + 1, 10, 1, 65535, &port, NULL))
        return FALSE;
    address->port = (guint16)port;
    address->v6 = *text == '[';
    if (address->v6 && (colon == text || colon[-1] != ']'))
        return FALSE;
    g_autofree char *ip = address->v6 ? g_strndup(text + 1, (gsize)(colon - text) - 2)
                                      : g_strndup(text, (gsize)(colon - text));
    return inet_pton(address->v6 ? AF_INET6 : AF_INET, ip, address->ip) == 1;
}

static guint ip_header(const forge_headers_t *headers)
{
    return headers->source.v6 ? IPV6_HEADER : IPV4_HEADER;
}

guint bcnet_forge_udp_overhead(const forge_headers_t *headers)
{
    return BCNET_FORGE_LINK_HEADER + ip_header(headers) + protocols[FORGE_UDP].header;
}

/* Sum of 16-bit words for the Internet checksum (RFC 1071), without the final complement. */
static guint32 sum_words(guint32 sum, const guint8 *bytes, gsize length)
{
    for (gsize i = 0; i + 1 < length; i += 2)
        sum += (guint32)bytes[i] << 8 | bytes[i + 1];
    if (length % 2 != 0)
        sum += (guint32)bytes[length - 1] << 8;
    while (sum > 0xFFFF)
        sum = (sum & 0xFFFF) + (sum >> 16);
    return sum;
}

static void store_checksum(GByteArray *frame, guint offset, guint32 sum)
{
    guint16 checksum = (guint16)~sum;

    frame->data[offset] = (guint8)(checksum >> 8);
    frame->data[offset + 1] = (guint8)checksum;
}

static guint ip_size(const forge_address_t *address)
{
    return address->v6 ? 16 : 4;
}

/* A locally administered MAC address made from the end of the IP address; for the broadcast address of IPv4,
 * where a client looks for games, the one of Ethernet. */
static void put_mac(GByteArray *frame, const forge_address_t *address)
{
    static const guint8 broadcast[6] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };

    if (!address->v6 && memcmp(address->ip, broadcast, 4) == 0) {
        g_byte_array_append(frame, broadcast, sizeof broadcast);
        return;
    }
    bcnet_forge_pack(frame, "bb", 0x02, 0x00);
    g_byte_array_append(frame, address->ip + ip_size(address) - 4, 4);
}

static void put_ethernet(GByteArray *frame, const forge_headers_t *headers)
{
    put_mac(frame, &headers->destination);
    put_mac(frame, &headers->source);
    bcnet_forge_pack(frame, "H", headers->source.v6 ? 0x86DD : 0x0800);
}

static void put_ipv4(GByteArray *frame, const forge_headers_t *headers, guint8 protocol, guint length)
{
    guint begin = frame->len;

    bcnet_forge_pack(frame, "bbHHHbbH", 0x45, 0, IPV4_HEADER + length, headers->identification, 0, TIME_TO_LIVE,
                     protocol, 0);
    g_byte_array_append(frame, headers->source.ip, 4);
    g_byte_array_append(frame, headers->destination.ip, 4);
    store_checksum(frame, begin + 10, sum_words(0, frame->data + begin, IPV4_HEADER));
}

static void put_ipv6(GByteArray *frame, const forge_headers_t *headers, guint8 protocol, guint length)
{
    bcnet_forge_pack(frame, "WHbb", 0x60000000, length, protocol, TIME_TO_LIVE);
    g_byte_array_append(frame, headers->source.ip, 16);
    g_byte_array_append(frame, headers->destination.ip, 16);
}

/* The header behind that of IP, with a checksum of zero. */
static void put_transport(GByteArray *frame, const forge_headers_t *headers, guint length)
{
    const guint8 v6 = headers->source.v6;

    if (headers->protocol == FORGE_UDP)
        bcnet_forge_pack(frame, "HHHH", headers->source.port, headers->destination.port,
                         headers->udp_length >= 0 ? (guint)headers->udp_length : length, 0);
    else if (headers->protocol == FORGE_TCP)
        bcnet_forge_pack(frame, "HHWWbbHW", headers->source.port, headers->destination.port, headers->tcp_seq,
                         headers->tcp_ack, protocols[FORGE_TCP].header / 4 << 4, headers->tcp_flags, 8760 /* window */,
                         0 /* checksum, urgent pointer */);
    else /* destination unreachable, port (RFC 792, RFC 4443) */
        bcnet_forge_pack(frame, "bbHW", v6 ? 1 : 3, v6 ? 4 : 3, 0, 0);
}

/* The checksum covers all from BEGIN on, and but for ICMP over IPv4 a pseudo header of addresses, protocol and length. */
static guint32 transport_sum(const GByteArray *frame, const forge_headers_t *headers, guint8 protocol, guint begin)
{
    guint   size = ip_size(&headers->source);
    guint   length = frame->len - begin;
    guint32 sum = 0;

    if (headers->protocol != FORGE_ICMP || headers->source.v6) {
        sum = sum_words(protocol + length, headers->source.ip, size);
        sum = sum_words(sum, headers->destination.ip, size);
    }
    return sum_words(sum, frame->data + begin, length);
}

GByteArray *bcnet_forge_frame(const forge_headers_t *headers, const guint8 *payload, guint length)
{
    const gboolean v6 = headers->source.v6;
    const guint8   protocol = v6 ? protocols[headers->protocol].number_v6 : protocols[headers->protocol].number;
    const guint    whole = protocols[headers->protocol].header + length;
    GByteArray    *frame = g_byte_array_sized_new(BCNET_FORGE_LINK_HEADER + ip_header(headers) + whole);

    put_ethernet(frame, headers);
    (v6 ? put_ipv6 : put_ipv4)(frame, headers, protocol, whole);
    const guint begin = frame->len;
    put_transport(frame, headers, whole);
    g_byte_array_append(frame, payload, length);
    const guint32 sum = transport_sum(frame, headers, protocol, begin);
    /* A checksum of zero means "none" in UDP; its complement is sent instead. */
    store_checksum(frame, begin + protocols[headers->protocol].checksum,
                   headers->protocol == FORGE_UDP && sum == 0xFFFF ? 0 : sum);
    return frame;
}
