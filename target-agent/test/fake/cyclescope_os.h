/** Implements cyclescope/os.h on the fake system of the tests. */
#ifndef CYCLESCOPE_FAKE_OS_H
#define CYCLESCOPE_FAKE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cyclescope/level.h"

#define CYCLESCOPE_MAX_THREADS 50u
#define CYCLESCOPE_MAX_BLOCKS 60u

uint32_t cyclescope_os_ticks(void);
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

void *cyclescope_os_malloc(size_t bytes);
void cyclescope_os_free(void *block);
#define CYCLESCOPE_OS_HEAP_IS_EXACT 1
size_t cyclescope_os_heap_free(void);

typedef struct {
    bool exists;
    bool held;
    uint32_t locks;
    uint32_t unlocks;
} cyclescope_os_mutex;
bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex);
bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex);
bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex);
bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex);
bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex);
void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex);

typedef struct {
    bool exists;
    bool ended;
    uint32_t number; /**< how many were alive when it was created */
    void (*entry)(void *argument);
    void *argument;
} cyclescope_os_thread;
void cyclescope_os_thread_prepare(cyclescope_os_thread *thread, void (*entry)(void *argument),
                                  void *argument);
bool cyclescope_os_thread_create(cyclescope_os_thread *thread);
void cyclescope_os_thread_announce(cyclescope_os_thread *thread);
void cyclescope_os_thread_join(cyclescope_os_thread *thread);
bool cyclescope_os_thread_new(cyclescope_os_thread *thread);
void cyclescope_os_thread_dispose(cyclescope_os_thread *thread);
typedef uint32_t cyclescope_os_thread_id;
cyclescope_os_thread_id cyclescope_os_thread_self(void);
static inline void cyclescope_os_make_threaded(void) {}

uint64_t cyclescope_os_time_us(void);
void cyclescope_os_sleep_ms(uint32_t ms);
void cyclescope_os_delay_ms(uint32_t ms);

bool cyclescope_os_slices_time(void);
bool cyclescope_os_keeps_priorities(void);
void cyclescope_os_yield(void);

extern cyclescope_os_thread cyclescope_os_helper;
bool cyclescope_os_helper_create(cyclescope_os_thread *thread, cyclescope_level level);
void cyclescope_os_helper_delete(cyclescope_os_thread *thread);

#include "interrupt.h"
#include "ipc.h"
#include "sync.h"

#endif
