package org.heaptwin.bench.accuracy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import kotlin.jvm.JvmClassMappingKt;
import shark.HprofHeader;
import shark.HprofRecord;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.InstanceDumpRecord;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.ObjectArrayDumpRecord;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.PrimitiveArrayDumpRecord;
import shark.HprofRecord.LoadClassRecord;
import shark.HprofRecord.StringRecord;
import shark.StreamingHprofReader;
import shark.StreamingRecordReaderAdapter;

/** Reads a heap dump once, from front to end, and compares its objects by content. */
final class HeapDumpReader {
  private final Map<Long, String> strings = new HashMap<>();
  private final Map<Long, String> classes = new HashMap<>();
  private final ClassCensus census = new ClassCensus();
  private final MessageDigest hash;

  private HeapDumpReader() {
    try {
      hash = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** The objects of the dump; references are compared by identity. */
  static ClassCensus read(Path dump) {
    HeapDumpReader reader = new HeapDumpReader();
    HprofHeader header = HprofHeader.Companion.parseHeaderOf(dump.toFile());
    new StreamingRecordReaderAdapter(
            StreamingHprofReader.Companion.readerFor(dump.toFile(), header))
        .readRecords(
            Set.of(JvmClassMappingKt.getKotlinClass(HprofRecord.class)),
            (position, record) -> reader.on(record));
    return reader.census;
  }

  private void on(HprofRecord record) {
    if (record instanceof StringRecord string) {
      strings.put(string.getId(), string.getString());
    } else if (record instanceof LoadClassRecord loaded) {
      classes.put(loaded.getId(), readable(strings.get(loaded.getClassNameStringId())));
    } else if (record instanceof InstanceDumpRecord instance) {
      add(classes.get(instance.getClassId()), instance.getFieldValues());
    } else if (record instanceof ObjectArrayDumpRecord array) {
      ByteBuffer elements = ByteBuffer.allocate(array.getElementIds().length * Long.BYTES);
      elements.asLongBuffer().put(array.getElementIds());
      add(classes.get(array.getArrayClassId()), elements.array());
    } else if (record instanceof PrimitiveArrayDumpRecord array) {
      add(array);
    }
  }

  private void add(PrimitiveArrayDumpRecord array) {
    if (array instanceof PrimitiveArrayDumpRecord.ByteArrayDump dump) {
      add("byte[]", dump.getArray());
    } else if (array instanceof PrimitiveArrayDumpRecord.CharArrayDump dump) {
      ByteBuffer elements = ByteBuffer.allocate(dump.getArray().length * Character.BYTES);
      elements.asCharBuffer().put(dump.getArray());
      add("char[]", elements.array());
    } else if (array instanceof PrimitiveArrayDumpRecord.IntArrayDump dump) {
      ByteBuffer elements = ByteBuffer.allocate(dump.getArray().length * Integer.BYTES);
      elements.asIntBuffer().put(dump.getArray());
      add("int[]", elements.array());
    } else if (array instanceof PrimitiveArrayDumpRecord.LongArrayDump dump) {
      ByteBuffer elements = ByteBuffer.allocate(dump.getArray().length * Long.BYTES);
      elements.asLongBuffer().put(dump.getArray());
      add("long[]", elements.array());
    } else if (array instanceof PrimitiveArrayDumpRecord.DoubleArrayDump dump) {
      ByteBuffer elements = ByteBuffer.allocate(dump.getArray().length * Double.BYTES);
      elements.asDoubleBuffer().put(dump.getArray());
      add("double[]", elements.array());
    }
    // The other primitive types hold next to nothing in these programs.
  }

  private void add(String className, byte[] content) {
    if (className == null) {
      return;
    }
    // The length, too: an array of three zeros is not one of four.
    hash.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, content.length).array());
    byte[] digest = Arrays.copyOf(hash.digest(content), 2 * Long.BYTES);
    ByteBuffer halves = ByteBuffer.wrap(digest);
    census.add(
        className, new ClassCensus.Digest(halves.getLong(), halves.getLong()), content.length);
  }

  /** {@code [Ljava/lang/Object;} to {@code java.lang.Object[]}. */
  static String readable(String name) {
    String rest = name;
    int dimensions = 0;
    while (rest.startsWith("[")) {
      rest = rest.substring(1);
      dimensions++;
    }
    if (dimensions > 0) {
      rest =
          switch (rest.charAt(0)) {
            case 'L' -> rest.substring(1, rest.length() - 1);
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'D' -> "double";
            case 'F' -> "float";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'S' -> "short";
            case 'Z' -> "boolean";
            default -> rest;
          };
    }
    return FrameNames.normalised(rest.replace('/', '.')) + "[]".repeat(dimensions);
  }
}
