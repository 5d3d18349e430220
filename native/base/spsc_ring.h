#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

namespace heaptwin::base {

// A queue of fixed capacity between one producer and one consumer. The producer is a signal handler
// that runs on the owning thread (handlers of one signal do not nest, so it is one producer); the
// consumer is a drain thread. Both sides are wait-free and neither allocates. A full ring rejects
// the newest element; the producer counts it (Loss::kRingFull).
template <typename T, size_t kCapacity>
class SpscRing {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied inside signal handlers");
  static_assert((kCapacity & (kCapacity - 1)) == 0, "the index is a mask");

 public:
  // Producer only. False if the ring is full.
  bool Push(const T& element) noexcept {
    const size_t head = head_.load(std::memory_order_relaxed);
    if (head - tail_.load(std::memory_order_acquire) == kCapacity) return false;
    elements_[head & (kCapacity - 1)] = element;
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  // Consumer only. False if the ring is empty.
  bool Pop(T* element) noexcept {
    const size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_.load(std::memory_order_acquire)) return false;
    *element = elements_[tail & (kCapacity - 1)];
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

 private:
  // Apart, so that the two sides do not take the line from each other.
  alignas(64) std::atomic<size_t> head_{0};
  alignas(64) std::atomic<size_t> tail_{0};
  alignas(64) std::array<T, kCapacity> elements_;
};

}  // namespace heaptwin::base
