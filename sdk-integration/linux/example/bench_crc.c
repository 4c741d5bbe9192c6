#include <cyclescope/bench.h>

#include "crc.h"

static const uint8_t s_bytes[64] = "what a packet may hold";

CYCLESCOPE_BENCH(crc32, .about = "the checksum of 64 bytes", .iterations = 1000)
{
    CYCLESCOPE_KEEP(crc32(s_bytes, sizeof s_bytes));
}
