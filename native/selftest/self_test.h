#pragma once

#include <stddef.h>

// Self-tests with a C ABI, for callers without C++ (jffi, JNA): opening an event proves nothing, so
// each one makes the event fire on memory of its own and checks what arrives. Each runs on the
// calling thread, takes well under a second, and returns 0 if it works; otherwise a positive
// number, with one line "what; remedy" in `message` (always terminated, cut at `capacity`; may be
// null).
#ifdef __cplusplus
extern "C" {
#endif

#define HEAPTWIN_EXPORT __attribute__((visibility("default")))

// The version, e.g. "0.1.0". Static storage.
HEAPTWIN_EXPORT const char* heaptwin_version(void);
// Arms a debug register, moves it, touches the word, and expects every hit.
HEAPTWIN_EXPORT int heaptwin_self_test_watchpoints(char* message, size_t capacity);
// Samples a loop over a known array for about 20 ms of CPU time and expects addresses inside it.
HEAPTWIN_EXPORT int heaptwin_self_test_clock_sampler(char* message, size_t capacity);
// Copies readable and unreadable memory.
HEAPTWIN_EXPORT int heaptwin_self_test_guarded_copy(char* message, size_t capacity);
// Kernel version, perf_event_paranoid, seccomp, tracer as one JSON object in `message`; returns 0.
HEAPTWIN_EXPORT int heaptwin_describe_machine(char* message, size_t capacity);

#ifdef __cplusplus
}
#endif
