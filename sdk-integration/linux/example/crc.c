#include "crc.h"

#define POLYNOMIAL 0xEDB88320u

uint32_t crc32(const uint8_t *bytes, size_t count)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < count; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1u ? POLYNOMIAL : 0u);
    }
    return ~crc;
}
