# SPDX-License-Identifier: GPL-2.0-or-later
"""Deciphers a datagram given in hex: python3 docs/learn/cipher.py [-v] 01d73368c3bf76db"""
import sys


def decipher(datagram, say=lambda text: None):
    key, total, carry, plain = list(b"AlbyRules!"), 0, 0, [datagram[0]]
    for byte in datagram[1:]:
        w = mask = 0
        for r in range(5):
            w ^= key[2 * r] << 8 | key[2 * r + 1]
            c = w * 0x015A & 0xFFFF
            total = (total + r) * 0x4E35 + carry + c & 0xFFFF
            carry = c
            w = w * 0x4E35 + 1 & 0xFFFF
            mask ^= total ^ w
            say(f"  round {r}: c {c:04x}  sum {total:04x}  w {w:04x}  mask {mask:04x}")
        plain.append(byte ^ mask & 0xFF ^ mask >> 8)
        key = [part ^ plain[-1] for part in key]
        say(f"{byte:02x} becomes {plain[-1]:02x}, the key {bytes(key).hex(' ')}")
    return bytes(plain)


if __name__ == "__main__":
    print(decipher(bytes.fromhex(sys.argv[-1]), print if "-v" in sys.argv else lambda text: None).hex(" "))
