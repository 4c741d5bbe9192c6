/** Finds out whether a debugger sees old memory because of the core's data cache. */
#ifndef CYCLESCOPE_CACHING_H
#define CYCLESCOPE_CACHING_H

/**
 * "uncached", or "cached" and how: what the program writes there may then stay in the cache, and
 * what the host writes may not be seen. Host and agent share such memory only where the debug
 * port's accesses go through the cache.
 */
const char *cyclescope_caching_of(const volatile void *address);

#endif
