#include "elf_symbols.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

// Local to this file, under a name that no mangling changes; volatile, so that it is kept.
volatile int marker __asm__("heaptwin_local_marker") = 42;

const void* Here() { return const_cast<const int*>(&marker); }

TEST(ElfSymbols, FindsWhatTheDynamicLinkerDoesNotKnow) {
  const void* found = FindLocalSymbol(Here(), "heaptwin_local_marker");
  ASSERT_EQ(found, Here());
  EXPECT_EQ(*static_cast<const volatile int*>(found), 42);
}

TEST(ElfSymbols, WholeNamesOnly) {
  EXPECT_EQ(FindLocalSymbol(Here(), "heaptwin_local_mark"), nullptr);
  EXPECT_EQ(FindLocalSymbol(Here(), "heaptwin_local_marker2"), nullptr);
}

TEST(ElfSymbols, AnAddressInNoLibraryHasNoSymbols) {
  EXPECT_EQ(FindLocalSymbol(nullptr, "heaptwin_local_marker"), nullptr);
}

}  // namespace
}  // namespace heaptwin::agent
