#ifndef CYCLESCOPE_FAKE_SYNC_H
#define CYCLESCOPE_FAKE_SYNC_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool exists;
    uint32_t count;
    uint32_t most;
} cyclescope_os_sem;
bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count, uint32_t most);
bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most);
bool cyclescope_os_sem_take(cyclescope_os_sem *sem);
bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem);
bool cyclescope_os_sem_give(cyclescope_os_sem *sem);
uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem);
void cyclescope_os_sem_delete(cyclescope_os_sem *sem);

typedef struct {
    bool exists;
    bool signalled;
} cyclescope_os_event;
bool cyclescope_os_event_create(cyclescope_os_event *event);
bool cyclescope_os_event_signal(cyclescope_os_event *event);
bool cyclescope_os_event_wait(cyclescope_os_event *event);
void cyclescope_os_event_delete(cyclescope_os_event *event);

typedef struct {
    bool exists;
    uint32_t waiting;
    uint32_t woken;
} cyclescope_os_condvar;
bool cyclescope_os_condvar_create(cyclescope_os_condvar *condvar);
bool cyclescope_os_condvar_signal(cyclescope_os_condvar *condvar);
bool cyclescope_os_condvar_wait(cyclescope_os_condvar *condvar, cyclescope_os_mutex *mutex);
void cyclescope_os_condvar_delete(cyclescope_os_condvar *condvar);

typedef struct {
    bool exists;
    uint32_t depth;
    uint32_t owner; /**< the thread that has locked it so often */
} cyclescope_os_recursive_mutex;
bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex);
bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex);
bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex);
void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex);

#endif
