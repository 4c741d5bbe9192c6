/** Which checksum can the radio's interrupt afford? */
#include <cyclescope/bench.h>

#include "../src/checksum.h"

static const uint8_t s_frame[64] = {0x7E, 0x42, 0x13, 0x37};

CYCLESCOPE_BENCH(bits, .about = "CRC-32, bit by bit",
                 CYCLESCOPE_PARAMS({"bytes", 64, 1, 64}))
{
    CYCLESCOPE_KEEP(crc_by_bits(s_frame, run->params[0]));
}

CYCLESCOPE_BENCH(nibbles, .about = "CRC-32, four bits at a time",
                 CYCLESCOPE_PARAMS({"bytes", 64, 1, 64}))
{
    CYCLESCOPE_KEEP(crc_by_nibbles(s_frame, run->params[0]));
}
