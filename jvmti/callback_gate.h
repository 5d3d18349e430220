#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace heaptwin::agent {

class Session;

// Between the VM's callbacks, which may arrive on any thread at any time, and a session that ends.
// Every callback passes the gate; closing it returns when none is inside any more.
class CallbackGate {
 public:
  class Pass {
   public:
    explicit Pass(CallbackGate& gate) : gate_(gate) {
      gate_.inside_.fetch_add(1, std::memory_order_seq_cst);
      session_ = gate_.session_.load(std::memory_order_seq_cst);
    }
    ~Pass() { gate_.inside_.fetch_sub(1, std::memory_order_seq_cst); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    explicit operator bool() const { return session_ != nullptr; }
    Session* operator->() const { return session_; }

   private:
    CallbackGate& gate_;
    Session* session_;
  };

  void Open(Session* session) { session_.store(session, std::memory_order_seq_cst); }
  // Not from inside a callback.
  void Close() {
    session_.store(nullptr, std::memory_order_seq_cst);
    while (inside_.load(std::memory_order_seq_cst) != 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

 private:
  std::atomic<Session*> session_{nullptr};
  std::atomic<int64_t> inside_{0};
};

}  // namespace heaptwin::agent
