/** Finds out whether the core's data cache lets a debugger see stale memory. */
#ifndef CYCLESCOPE_CACHING_H
#define CYCLESCOPE_CACHING_H

/**
 * Returns "uncached", or "cached" and how: then the program's writes may stay in the cache, and the
 * host's writes may go unnoticed. Host and agent share such memory only where the debug port's
 * accesses go through the cache.
 */
const char *cyclescope_describe_caching(const volatile void *address);

#endif
