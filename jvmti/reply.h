#pragma once

#include <string>

#include "session.h"

namespace heaptwin::agent {

// Answers a command: into the file that it named, or, for failures without one, as one line on
// stderr (never stdout, which is the application's).
void ReplyFailure(const std::string& file, const Failure& failure);
// `session` null: idle.
// `retransform`: what the next retransformation costs the VM; null: not asked.
void ReplySuccess(const std::string& file, const Session* session,
                  const char* retransform = nullptr);

}  // namespace heaptwin::agent
