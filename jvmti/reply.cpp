#include "reply.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace heaptwin::agent {
namespace {

void WriteReply(const std::string& file, const nlohmann::json& reply) {
  const std::string text =
      reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  // The command made the file; one that is gone means that nobody waits for the answer.
  const int fd = open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t result = write(fd, text.data() + written, text.size() - written);
    if (result <= 0) break;
    written += static_cast<size_t>(result);
  }
  close(fd);
}

}  // namespace

void ReplyFailure(const std::string& file, const Failure& failure) {
  if (file.empty()) {
    std::fprintf(stderr, "heaptwin: %s; %s\n", failure.what.c_str(), failure.remedy.c_str());
    return;
  }
  WriteReply(file, {{"ok", false},
                    {"what", failure.what},
                    {"remedy", failure.remedy},
                    {"exit", failure.exit_code}});
}

void ReplySuccess(const std::string& file, const Session* session, const char* retransform) {
  if (file.empty()) return;
  nlohmann::json reply = {{"ok", true}, {"state", "idle"}, {"file", nullptr}};
  if (retransform != nullptr) reply["retransform"] = retransform;
  if (session != nullptr) {
    const SessionStatus status = session->Status();
    reply["state"] = session->ended() ? "idle" : "recording";
    reply["file"] = session->file();
    reply["elapsedNanos"] = status.elapsed_nanos;
    reply["registered"] = status.counts.registered;
    reply["comparisons"] = status.counts.comparisons;
    reply["inspections"] = status.counts.inspections;
    reply["losses"] = status.losses;
  }
  WriteReply(file, reply);
}

}  // namespace heaptwin::agent
