#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

// After a command that fails the VM closes a library that it has just loaded, but goes on calling
// the callbacks that were set: the VM's end would be its crash.
TEST(UnloadingTest, TheLibraryOutlivesItsClosing) {
  void* const library = dlopen(HEAPTWIN_LIBRARY, RTLD_LAZY);
  ASSERT_NE(library, nullptr) << dlerror();
  ASSERT_NE(dlsym(library, "Agent_OnAttach"), nullptr);
  dlclose(library);
  EXPECT_NE(dlopen(HEAPTWIN_LIBRARY, RTLD_LAZY | RTLD_NOLOAD), nullptr);
}

}  // namespace
