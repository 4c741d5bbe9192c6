// The yardstick: the least that a walk over SystemView packets can do. It trusts its input, counts
// events by id and adds up time, and prints events, ticks and the processor seconds of every
// repetition.
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t counts[32768];

// Integers between an id below 24 and its delta, and whether a string follows them.
static const uint8_t integers[24] = {0, 1, 1, 0, 1, 0, 1, 2, 1, 2, 0, 0,
                                     1, 2, 0, 1, 1, 0, 0, 1, 0, 4, 2, 2};
static const uint8_t strings[24] = {[9] = 1, [14] = 1, [22] = 1};

static const uint8_t *skip_string(const uint8_t *p)
{
    return *p < 255 ? p + 1 + *p : p + 3 + p[1] * 256 + p[2];
}

static inline const uint8_t *integer(const uint8_t *p, uint32_t *value)
{
    uint32_t result = *p & 127;
    for (unsigned shift = 7; *p++ > 127; shift += 7) result |= (uint32_t)(*p & 127) << shift;
    *value = result;
    return p;
}

static inline const uint8_t *skip_integer(const uint8_t *p)
{
    while (*p++ > 127) {
    }
    return p;
}

static uint64_t walk(const uint8_t *p, const uint8_t *end)
{
    uint64_t ticks = 0;
    while (p < end) {
        uint32_t id, delta;
        p = integer(p, &id);
        if (id < 24) {
            for (unsigned n = integers[id]; n > 0; n--) p = skip_integer(p);
            if (strings[id]) p = skip_string(p);
        } else {
            uint32_t length;
            p = integer(p, &length);
            p += length;
        }
        p = integer(p, &delta);
        ticks += delta;
        counts[id & 32767]++;
    }
    return ticks;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 1;
    size_t size = (size_t)ftell(file);
    uint8_t *bytes = malloc(size + 16);
    rewind(file);
    if (bytes == NULL || fread(bytes, 1, size, file) != size) return 1;
    fclose(file);
    for (int repetition = atoi(argv[2]); repetition > 0; repetition--) {
        for (int id = 0; id < 32768; id++) counts[id] = 0;
        double start = processor_seconds();
        uint64_t ticks = walk(bytes, bytes + size);
        double seconds = processor_seconds() - start;
        uint64_t events = 0;
        for (int id = 0; id < 32768; id++) events += counts[id];
        printf("%llu %llu %.6f\n", (unsigned long long)events, (unsigned long long)ticks, seconds);
    }
    free(bytes);
    return 0;
}
