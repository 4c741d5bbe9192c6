#include "trace_ring.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A block of 8,192 switches takes 720 KiB; a process that may not lock that much gets less. */
#define MOST_BYTES (2048u * 1024u)
#define LEAST_BYTES (64u * 1024u)
#define MOST_TRACEPOINTS 8u
/* Our tracepoints' records are shorter than a hundred bytes. */
#define LONGEST_RECORD 512u

static struct {
    int files[MOST_TRACEPOINTS];
    uint32_t count;
    struct perf_event_mmap_page *head;
    const uint8_t *data;
    uint64_t bytes;
    uint64_t taken;
} s_ring;

static int open_event(uint32_t tracepoint, int cpu)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_TRACEPOINT,
        .size = sizeof attributes,
        .config = tracepoint,
        .sample_period = 1,
        .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_RAW,
        .disabled = 1,
        .use_clockid = 1,
        .clockid = CLOCK_MONOTONIC,
        /* Nobody waits for records, so keep the kernel from spending time on wake-ups. */
        .watermark = 1,
        .wakeup_watermark = INT32_MAX,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static bool map_ring(int file)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t bytes = MOST_BYTES; bytes >= LEAST_BYTES; bytes /= 2u) {
        void *memory = mmap(NULL, page + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory == MAP_FAILED) continue;
        s_ring.head = memory;
        s_ring.data = (const uint8_t *)memory + page;
        s_ring.bytes = bytes;
        return true;
    }
    return false;
}

bool cyclescope_trace_ring_add(uint32_t tracepoint, int cpu)
{
    if (s_ring.count == MOST_TRACEPOINTS) return false;
    const int file = open_event(tracepoint, cpu);
    if (file < 0) return false;
    const bool joined =
        s_ring.head ? ioctl(file, PERF_EVENT_IOC_SET_OUTPUT, s_ring.files[0]) == 0 : map_ring(file);
    if (joined) {
        s_ring.files[s_ring.count++] = file;
    } else {
        close(file);
    }
    return joined;
}

void cyclescope_trace_ring_enable(bool on)
{
    for (uint32_t i = 0; i < s_ring.count; ++i) {
        ioctl(s_ring.files[i], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
    }
}

/** Copies from the ring, across its end. */
static void copy(void *to, uint64_t from, uint32_t count)
{
    const uint64_t at = from % s_ring.bytes;
    const uint64_t rest = s_ring.bytes - at;
    const size_t first = count < rest ? count : (size_t)rest;
    memcpy(to, &s_ring.data[at], first);
    memcpy((uint8_t *)to + first, s_ring.data, count - first);
}

static void take(const uint8_t *sample, uint32_t bytes, cyclescope_trace_sink sink)
{
    cyclescope_trace_record record;
    const uint32_t head = sizeof record.time + sizeof record.length;
    if (bytes < head) return;
    memcpy(&record.time, sample, sizeof record.time);
    memcpy(&record.length, sample + sizeof record.time, sizeof record.length);
    record.bytes = sample + head;
    if (record.length > bytes - head) return;
    s_ring.taken += 1;
    sink(&record);
}

void cyclescope_trace_ring_read(cyclescope_trace_sink sink)
{
    if (!s_ring.head) return;
    static uint8_t sample[LONGEST_RECORD] __attribute__((aligned(8)));
    const uint64_t end = __atomic_load_n(&s_ring.head->data_head, __ATOMIC_ACQUIRE);
    uint64_t at = s_ring.head->data_tail;
    while (at < end) {
        struct perf_event_header header;
        copy(&header, at, sizeof header);
        if (header.size < sizeof header) break;
        const uint32_t bytes = header.size - (uint32_t)sizeof header;
        if (header.type == PERF_RECORD_SAMPLE && bytes <= sizeof sample) {
            copy(sample, at + sizeof header, bytes);
            take(sample, bytes, sink);
        }
        at += header.size;
    }
    __atomic_store_n(&s_ring.head->data_tail, end, __ATOMIC_RELEASE);
}

/*
 * The kernel reports a loss in the ring only with the next record that fits, which may never come.
 * The difference between its count and ours is always right.
 */
uint64_t cyclescope_trace_ring_lost(void)
{
    uint64_t counted = 0;
    for (uint32_t i = 0; i < s_ring.count; ++i) {
        uint64_t count = 0;
        if (read(s_ring.files[i], &count, sizeof count) == sizeof count) counted += count;
    }
    return counted > s_ring.taken ? counted - s_ring.taken : 0;
}
