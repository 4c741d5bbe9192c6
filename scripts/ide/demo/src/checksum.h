/** The checksum at the end of a radio frame: CRC-32 as Ethernet has it. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/** Bit by bit: 40 bytes of code, no table. */
uint32_t crc_by_bits(const uint8_t *bytes, size_t count);

/** Four bits at a time, with a table of 16 words. */
uint32_t crc_by_nibbles(const uint8_t *bytes, size_t count);

#endif
