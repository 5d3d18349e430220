package org.heaptwin.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/** Defines woven classes before its parent can, and has the JVM verify them. */
final class WovenLoader extends ClassLoader {
  private final Map<String, byte[]> classes = new TreeMap<>();
  private int methods;

  WovenLoader() {
    super(WovenLoader.class.getClassLoader());
  }

  void add(byte[] original, byte[] woven) {
    classes.put(new ClassReader(original).getClassName().replace('/', '.'), woven);
  }

  /** Links every class; answers the names of those that the JVM refused, with its words. */
  List<String> verifyAll() {
    List<String> refused = new ArrayList<>();
    for (String name : classes.keySet()) {
      try {
        // The JVM links, hence verifies, a class before it looks up its methods.
        methods += Class.forName(name, false, this).getDeclaredMethods().length;
      } catch (VerifyError | ClassFormatError refusal) {
        refused.add(name + ": " + refusal.getMessage());
      } catch (ReflectiveOperationException | LinkageError elsewhere) {
        // An optional library that is not there.
      }
    }
    return refused;
  }

  /** Methods of the classes that were verified. */
  int methods() {
    return methods;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      byte[] bytes = classes.get(name);
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && bytes != null) {
        loaded = defineClass(name, bytes, 0, bytes.length);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }
}
