#include "checksum.h"

#define POLYNOMIAL 0xEDB88320u

static uint32_t shifted(uint32_t crc)
{
    return (crc & 1u) ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
}

uint32_t crc_by_bits(const uint8_t *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) crc = shifted(crc);
    }
    return ~crc;
}

static uint32_t by_nibble(uint32_t crc)
{
    static const uint32_t table[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
        0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
        0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu,
    };
    return (crc >> 4) ^ table[crc & 15u];
}

uint32_t crc_by_nibbles(const uint8_t *bytes, size_t count)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; ++i) crc = by_nibble(by_nibble(crc ^ bytes[i]));
    return ~crc;
}
