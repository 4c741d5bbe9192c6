/** The kernel's objects as C++ calls them. They are made and kept in C; these are names for them. */
#ifndef CYCLESCOPE_RTOS_HPP
#define CYCLESCOPE_RTOS_HPP

#include "cyclescope/bench.h"

namespace rtos
{

/** A name for an object of the kernel, as light as its address. */
template <class Object>
class Named
{
   public:
    constexpr explicit Named(Object &object) : object_(&object) {}

   protected:
    Object *object_;
};

class Mutex : public Named<cyclescope_os_mutex>
{
   public:
    using Named::Named;
    bool allocate() const { return cyclescope_os_mutex_new(object_); }
    bool lock() const { return cyclescope_os_mutex_lock(object_); }
    bool unlock() const { return cyclescope_os_mutex_unlock(object_); }
    void destroy() const { cyclescope_os_mutex_delete(object_); }

   private:
    friend class Condvar;
};

class RecursiveMutex : public Named<cyclescope_os_recursive_mutex>
{
   public:
    using Named::Named;
    bool lock() const { return cyclescope_os_recursive_mutex_lock(object_); }
    bool unlock() const { return cyclescope_os_recursive_mutex_unlock(object_); }
};

class Semaphore : public Named<cyclescope_os_sem>
{
   public:
    using Named::Named;
    bool allocate() const { return cyclescope_os_sem_new(object_, 1, 1); }
    bool take() const { return cyclescope_os_sem_take(object_); }
    bool give() const { return cyclescope_os_sem_give(object_); }
    void destroy() const { cyclescope_os_sem_delete(object_); }
};

class Event : public Named<cyclescope_os_event>
{
   public:
    using Named::Named;
    bool wait() const { return cyclescope_os_event_wait(object_); }
};

class Condvar : public Named<cyclescope_os_condvar>
{
   public:
    using Named::Named;
    bool wait(const Mutex &mutex) const
    {
        return cyclescope_os_condvar_wait(object_, mutex.object_);
    }
};

class Thread : public Named<cyclescope_os_thread>
{
   public:
    using Named::Named;
    bool allocate() const { return cyclescope_os_thread_new(object_); }
    void dispose() const { cyclescope_os_thread_dispose(object_); }
};

/** A queue of items of one type. */
template <class Item>
class Queue : public Named<cyclescope_os_queue>
{
   public:
    using Named::Named;
    bool allocate(uint32_t length) const
    {
        return cyclescope_os_queue_create_on_heap(object_, length, sizeof(Item));
    }
    bool send(const Item &item) const { return cyclescope_os_queue_send(object_, &item); }
    bool receive(Item &item) const { return cyclescope_os_queue_receive(object_, &item); }
    void destroy() const { cyclescope_os_queue_delete(object_); }
};

class Timer : public Named<cyclescope_os_timer>
{
   public:
    using Named::Named;
    bool start() const { return cyclescope_os_timer_start(object_); }
    bool stop() const { return cyclescope_os_timer_stop(object_); }
};

class EventGroup : public Named<cyclescope_os_eventgroup>
{
   public:
    using Named::Named;
    void set(uint32_t bits) const { cyclescope_os_eventgroup_set(object_, bits); }
    uint32_t get() const { return cyclescope_os_eventgroup_get(object_); }
    void clear(uint32_t bits) const { cyclescope_os_eventgroup_clear(object_, bits); }
};

class Work : public Named<cyclescope_os_work>
{
   public:
    using Named::Named;
    bool submit() const { return cyclescope_os_workqueue_submit(object_); }
};

class Stream : public Named<cyclescope_os_stream>
{
   public:
    using Named::Named;
    template <class Data>
    bool send(const Data &data) const
    {
        return cyclescope_os_stream_send(object_, &data, sizeof data) == sizeof data;
    }
    template <class Data>
    bool receive(Data &data) const
    {
        return cyclescope_os_stream_receive(object_, &data, sizeof data) == sizeof data;
    }
};

} // namespace rtos

#endif
