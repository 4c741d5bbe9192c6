/** CMSIS-RTOS2's semaphores. */
#ifndef CYCLESCOPE_CMSIS_SEM_H
#define CYCLESCOPE_CMSIS_SEM_H

typedef struct {
    osSemaphoreId_t id;
} cyclescope_cmsis_sem;

CYCLESCOPE_INLINE bool cyclescope_cmsis_sem_create(cyclescope_cmsis_sem *sem, uint32_t count,
                                                   uint32_t most)
{
    sem->id = osSemaphoreNew(most, count, NULL);
    return sem->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_sem_take(cyclescope_cmsis_sem *sem)
{
    return osSemaphoreAcquire(sem->id, osWaitForever) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_sem_try_take(cyclescope_cmsis_sem *sem)
{
    return osSemaphoreAcquire(sem->id, 0) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_sem_give(cyclescope_cmsis_sem *sem)
{
    return osSemaphoreRelease(sem->id) == osOK;
}
/** The layer requests the context switch itself. */
CYCLESCOPE_INLINE bool cyclescope_cmsis_sem_give_from_interrupt(cyclescope_cmsis_sem *sem)
{
    (void)osSemaphoreRelease(sem->id);
    return false;
}
CYCLESCOPE_INLINE uint32_t cyclescope_cmsis_sem_count(cyclescope_cmsis_sem *sem)
{
    return osSemaphoreGetCount(sem->id);
}
CYCLESCOPE_INLINE void cyclescope_cmsis_sem_delete(cyclescope_cmsis_sem *sem)
{
    (void)osSemaphoreDelete(sem->id);
}

#define cyclescope_os_sem cyclescope_cmsis_sem
#define cyclescope_os_sem_create cyclescope_cmsis_sem_create
#define cyclescope_os_sem_new cyclescope_cmsis_sem_create
#define cyclescope_os_sem_take cyclescope_cmsis_sem_take
#define cyclescope_os_sem_try_take cyclescope_cmsis_sem_try_take
#define cyclescope_os_sem_give cyclescope_cmsis_sem_give
#define cyclescope_os_sem_give_from_interrupt cyclescope_cmsis_sem_give_from_interrupt
#define cyclescope_os_sem_count cyclescope_cmsis_sem_count
#define cyclescope_os_sem_delete cyclescope_cmsis_sem_delete

#endif
