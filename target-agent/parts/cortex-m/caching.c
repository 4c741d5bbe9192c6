#include "caching.h"

#include <stdbool.h>
#include <stdint.h>

/* Tests substitute plain memory. */
#ifndef CYCLESCOPE_SYSTEM_CONTROL
#define CYCLESCOPE_SYSTEM_CONTROL 0xE000E000u
#endif

#define REGISTER(offset) (*(volatile uint32_t *)(CYCLESCOPE_SYSTEM_CONTROL + (offset)))
#define SCB_CCR REGISTER(0xD14u)
#define MPU_TYPE REGISTER(0xD90u)
#define MPU_CTRL REGISTER(0xD94u)
#define MPU_RNR REGISTER(0xD98u)
#define MPU_RBAR REGISTER(0xD9Cu)
#define MPU_RASR REGISTER(0xDA0u)
#define ITCMCR REGISTER(0xF90u)
#define DTCMCR REGISTER(0xF94u)
#define CACR REGISTER(0xF9Cu)

#define DATA_CACHE_ENABLED (1u << 16)
#define SHARED_IS_WRITE_THROUGH 1u
#define FORCE_WRITE_THROUGH (1u << 2)
#define MPU_ENABLED 1u
#define REGION_ENABLED 1u
#define REGION_SHAREABLE (1u << 18)
#define SMALLEST_WITH_PARTS 7u

#define ITCM_BASE 0x00000000u
#define DTCM_BASE 0x20000000u

/*
 * Images in RAM start as the core does, with its caches off, and have no room for this. Armv8-M encodes
 * its regions differently, and few of its cores have a data cache.
 */
#if !defined(CYCLESCOPE_CACHES_STAY_OFF) && !(defined(__ARM_ARCH) && __ARM_ARCH >= 8)
#define KNOWS_REGIONS 1
#else
#define KNOWS_REGIONS 0
#endif

#if KNOWS_REGIONS

typedef enum { UNCACHED, WRITE_THROUGH, WRITE_BACK } caching;

/** Tightly coupled memory is never cached; its size is encoded in powers of two from 512 bytes. */
static bool in_tcm(uint32_t control, uint32_t base, uint32_t address)
{
    const uint32_t size = (control >> 3) & 0xFu;
    return (control & 1u) && size && (address - base) >> (size + 9u) == 0;
}

/** Returns the architecture's default for an address outside all regions. */
static caching by_default(uint32_t address)
{
    static const uint8_t of_half_gigabytes[] = {WRITE_THROUGH, WRITE_BACK, UNCACHED, WRITE_BACK,
                                                WRITE_THROUGH, UNCACHED,   UNCACHED, UNCACHED};
    return (caching)of_half_gigabytes[address >> 29];
}

static bool covers(uint32_t base, uint32_t attributes, uint32_t address)
{
    if (!(attributes & REGION_ENABLED)) return false;
    const uint32_t size = (attributes >> 1) & 0x1Fu;
    /* A region of 4 GiB begins at zero. */
    const uint32_t offset = address - (size == 31u ? 0 : base & ~((2u << size) - 1u));
    if (size < 31u && offset >> (size + 1u)) return false;
    const bool has_parts = size >= SMALLEST_WITH_PARTS;
    return !has_parts || !((attributes >> (8u + (offset >> (size - 2u)))) & 1u);
}

/** Returns the inner cache's policy, which applies to a Cortex-M's own caches. */
static caching by_attributes(uint32_t attributes)
{
    static const uint8_t of_policies[] = {UNCACHED, WRITE_BACK, WRITE_THROUGH, WRITE_BACK};
    const uint32_t type = (attributes >> 19) & 7u;
    const bool cacheable = (attributes >> 17) & 1u;
    const bool bufferable = (attributes >> 16) & 1u;
    caching found = UNCACHED;
    if (type & 4u) {
        found = (caching)of_policies[(cacheable ? 2u : 0u) | (bufferable ? 1u : 0u)];
    } else if (type <= 1u && cacheable) {
        found = bufferable ? WRITE_BACK : WRITE_THROUGH;
    }
    if (found == UNCACHED || !(attributes & REGION_SHAREABLE)) return found;
    return (CACR & SHARED_IS_WRITE_THROUGH) ? WRITE_THROUGH : UNCACHED;
}

static caching by_regions(uint32_t address)
{
    const uint32_t selected = MPU_RNR;
    caching found = by_default(address);
    /* If regions overlap, the last one counts. */
    for (uint32_t region = (MPU_TYPE >> 8) & 0xFFu; region-- > 0;) {
        uint32_t base;
        uint32_t attributes;
        do {
            MPU_RNR = region;
            base = MPU_RBAR;
            attributes = MPU_RASR;
            /* A kernel that switches threads meanwhile also selects regions. */
        } while (MPU_RNR != region);
        if (!covers(base, attributes, address)) continue;
        found = by_attributes(attributes);
        break;
    }
    MPU_RNR = selected;
    return found;
}

static caching caching_at(uint32_t address)
{
    if (in_tcm(ITCMCR, ITCM_BASE, address) || in_tcm(DTCMCR, DTCM_BASE, address)) return UNCACHED;
    const caching found = (MPU_CTRL & MPU_ENABLED) ? by_regions(address) : by_default(address);
    return found == WRITE_BACK && (CACR & FORCE_WRITE_THROUGH) ? WRITE_THROUGH : found;
}

#endif

const char *cyclescope_describe_caching(const volatile void *address)
{
    if (!(SCB_CCR & DATA_CACHE_ENABLED)) return "uncached";
#if KNOWS_REGIONS
    static const char *const names[] = {"uncached", "cached, write-through", "cached, write-back"};
    return names[caching_at((uint32_t)(uintptr_t)address)];
#else
    (void)address;
    return "unknown";
#endif
}
