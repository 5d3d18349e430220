package org.heaptwin.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.heaptwin.problem.ExitCode;
import org.heaptwin.problem.Problem;

/** Reads a profile, gzip-compressed or plain. */
public final class ProfileReader {
  /** The newest major schema number that this reader understands. */
  static final int SCHEMA = 1;

  private static final Pattern SCHEMA_PATTERN =
      Pattern.compile("heaptwin-profile/(\\d{1,6})(\\..*)?");

  // A count that is missing or null must not turn into 0, hence the strictness on primitives.
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ProfileReader() {}

  /**
   * Reads the whole file.
   *
   * @throws Problem (USAGE, one line) when the file is not a readable, complete, consistent profile
   *     of a schema known here
   */
  public static Profile read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw problem(
          Files.exists(file) ? file + " is not a file" : file + " does not exist",
          "name a profile that heaptwin record wrote",
          null);
    }
    try (InputStream input = open(file)) {
      JsonNode tree = MAPPER.readTree(input);
      checkSchema(file, tree);
      Profile profile = MAPPER.treeToValue(tree, Profile.class);
      ProfileChecks.check(profile, what -> inconsistent(file, what));
      return profile;
    } catch (JsonMappingException e) {
      throw inconsistent(file, where(e));
    } catch (JsonProcessingException e) {
      throw problem(file + " is not a profile, or ends early: " + e.getOriginalMessage(), AGAIN, e);
    } catch (EOFException | ZipException e) {
      throw problem(file + " is a damaged or truncated gzip file", AGAIN, e);
    } catch (AccessDeniedException | NoSuchFileException e) {
      throw problem(file + " cannot be read: permission denied", "check the file's permissions", e);
    } catch (IOException e) {
      throw problem(file + " cannot be read: " + e.getMessage(), "check the file", e);
    }
  }

  private static final String AGAIN = "copy the file again, or record a new profile";

  private static InputStream open(Path file) throws IOException {
    InputStream input = new BufferedInputStream(Files.newInputStream(file));
    try {
      input.mark(2);
      boolean gzip = input.read() == 0x1f && input.read() == 0x8b;
      input.reset();
      return gzip ? new BufferedInputStream(new GZIPInputStream(input)) : input;
    } catch (IOException e) {
      input.close();
      throw e;
    }
  }

  private static void checkSchema(Path file, JsonNode tree) {
    Matcher schema = SCHEMA_PATTERN.matcher(tree.path("schema").asText(""));
    if (!schema.matches()) {
      throw problem(
          file + " is not a heaptwin profile", "name a profile that heaptwin record wrote", null);
    }
    if (Integer.parseInt(schema.group(1)) > SCHEMA) {
      throw problem(
          file + " was written by a newer heaptwin (schema " + schema.group() + ")",
          "read it with that version",
          null);
    }
  }

  private static String where(JsonMappingException e) {
    return e.getOriginalMessage()
        + " at "
        + e.getPathReference().replaceAll("org\\.heaptwin\\.profile\\.", "");
  }

  private static Problem inconsistent(Path file, String what) {
    return problem(file + " is not a consistent profile: " + what, AGAIN, null);
  }

  private static Problem problem(String what, String remedy, Throwable cause) {
    return new Problem(ExitCode.USAGE, what, remedy, cause);
  }
}
