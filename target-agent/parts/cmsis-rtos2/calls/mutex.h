/** CMSIS-RTOS2's mutexes, plain and recursive. */
#ifndef CYCLESCOPE_CMSIS_MUTEX_H
#define CYCLESCOPE_CMSIS_MUTEX_H

typedef struct {
    osMutexId_t id;
} cyclescope_cmsis_mutex;

CYCLESCOPE_INLINE bool cyclescope_cmsis_mutex_create(cyclescope_cmsis_mutex *mutex)
{
    mutex->id = osMutexNew(NULL);
    return mutex->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_recursive_mutex_create(cyclescope_cmsis_mutex *mutex)
{
    osMutexAttr_t attributes = {0};
    attributes.attr_bits = osMutexRecursive;
    mutex->id = osMutexNew(&attributes);
    return mutex->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_mutex_lock(cyclescope_cmsis_mutex *mutex)
{
    return osMutexAcquire(mutex->id, osWaitForever) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_mutex_unlock(cyclescope_cmsis_mutex *mutex)
{
    return osMutexRelease(mutex->id) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_mutex_is_held(cyclescope_cmsis_mutex *mutex)
{
    return osMutexGetOwner(mutex->id) != NULL;
}
CYCLESCOPE_INLINE void cyclescope_cmsis_mutex_delete(cyclescope_cmsis_mutex *mutex)
{
    (void)osMutexDelete(mutex->id);
}

#define cyclescope_os_mutex cyclescope_cmsis_mutex
#define cyclescope_os_mutex_create cyclescope_cmsis_mutex_create
#define cyclescope_os_mutex_new cyclescope_cmsis_mutex_create
#define cyclescope_os_mutex_lock cyclescope_cmsis_mutex_lock
#define cyclescope_os_mutex_unlock cyclescope_cmsis_mutex_unlock
#define cyclescope_os_mutex_is_held cyclescope_cmsis_mutex_is_held
#define cyclescope_os_mutex_delete cyclescope_cmsis_mutex_delete
#define cyclescope_os_recursive_mutex cyclescope_cmsis_mutex
#define cyclescope_os_recursive_mutex_create cyclescope_cmsis_recursive_mutex_create
#define cyclescope_os_recursive_mutex_lock cyclescope_cmsis_mutex_lock
#define cyclescope_os_recursive_mutex_unlock cyclescope_cmsis_mutex_unlock
#define cyclescope_os_recursive_mutex_delete cyclescope_cmsis_mutex_delete

#endif
