#ifndef CRC_H
#define CRC_H

#include <stddef.h>
#include <stdint.h>

/** The CRC-32 of Ethernet and zip files. */
uint32_t crc32(const uint8_t *bytes, size_t count);

#endif
