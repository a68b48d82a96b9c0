package hangar;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.BufferedReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An emulator: point the program under test at {@link #url}, with {@link #apiKey}. It needs Java 11 or later, and nothing else;
 * {@link HangarExtension} gives each test of JUnit 5 one of its own.
 *
 * <p>{@link #start()} takes the Hangar of the variable HANGAR_URL, such as that of {@code hangar exec}; without one, it starts
 * {@code hangar serve} with the hangar.json of the working directory.
 */
public final class Hangar implements AutoCloseable {
  /** How long a Hangar may take to be ready, and to stop. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  public final String url;
  public final String apiKey;
  private final String adminToken;
  private final Runnable onClose;
  private final Consumer<String> onOutcome;
  private final HttpClient client = HttpClient.newHttpClient();

  private Hangar(String url, String apiKey, String adminToken, Runnable onClose) {
    this(url, apiKey, adminToken, onClose, (outcome) -> {});
  }

  private Hangar(String url, String apiKey, String adminToken, Runnable onClose, Consumer<String> onOutcome) {
    this.url = url;
    this.apiKey = apiKey;
    this.adminToken = adminToken;
    this.onClose = onClose;
    this.onOutcome = onOutcome;
  }

  /** An answer that is no success. */
  public static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final int status;

    private Refusal(int status, String message) {
      super(status + ": " + message);
      this.status = status;
    }
  }

  /** Finds or starts the Hangar whose sandboxes the tests get, and waits until it is ready. */
  public static Hangar start() {
    String given = variable("HANGAR_URL", "");
    if (given.isEmpty()) return serve();
    String url = given.replaceAll("/+$", "");
    Hangar hangar = new Hangar(url, variable("HANGAR_API_KEY", ""), variable("HANGAR_ADMIN_TOKEN", ""), () -> {});
    hangar.waitUntilReady();
    return hangar;
  }

  /** Makes a sandbox, which ends when it is closed. */
  public Hangar sandbox() {
    return sandboxOf("{}");
  }

  /** Makes a sandbox for a test, which the page Tests of the Hangar shows. */
  public Hangar sandbox(String test, String file) {
    return sandboxOf("{\"test\":{\"name\":" + quoted(test, 1000) + ",\"file\":" + quoted(file, 2000) + "}}");
  }

  private Hangar sandboxOf(String request) {
    String made = post("/_emulator/sandboxes", request);
    String path = "/_emulator/sandboxes/" + field(made, "id");
    Runnable end = () -> send("DELETE", path, null);
    return new Hangar(field(made, "url"), field(made, "apiKey"), adminToken, end, (outcome) -> post(path + "/outcome", outcome));
  }

  /** Tells that the test of this sandbox passed. */
  public void passed() {
    onOutcome.accept("{\"state\":\"passed\"}");
  }

  /** Tells that the test of this sandbox failed, and where; line 0 for nowhere. */
  public void failed(String message, String file, int line) {
    String place = line < 1 ? "" : ",\"file\":" + quoted(file, 2000) + ",\"line\":" + line;
    onOutcome.accept("{\"state\":\"failed\",\"message\":" + quoted(message, 8000) + place + "}");
  }

  /** A text as JSON, at most so long. */
  private static String quoted(String text, int length) {
    StringBuilder json = new StringBuilder("\"");
    text.chars().limit(length).forEach((unit) -> json.append(unit < ' ' || unit > '~' || unit == '"' || unit == '\\' ? String.format("\\u%04x", unit) : "" + (char) unit));
    return json.append('"').toString();
  }

  /** Sends a GET request. Returns the JSON of the answer. */
  public String get(String path) {
    return send("GET", path, null);
  }

  /** Sends a POST request with a JSON body. Returns the JSON of the answer. */
  public String post(String path, String json) {
    return send("POST", path, json);
  }

  /** Sends a request. Returns the body of the answer. Throws {@link Refusal} for an answer that is no success. */
  public String send(String method, String path, String json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(method, json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json))
            .header("X-Service-API-Key", apiKey)
            .header("User-Agent", "hangar-junit");
    if (!adminToken.isEmpty() && path.startsWith("/_emulator")) request.header("Authorization", "Bearer " + adminToken);
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() < 400) return answer.body();
      throw new Refusal(answer.statusCode(), answer.body());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }

  /** Waits for the end of a run, without sleeping. */
  public void waitForRun(String runID) {
    post("/_emulator/wait", "{\"for\":\"run\",\"runID\":\"" + runID + "\"}");
  }

  /** Adds a fault, as in docs/faults.md. */
  public void addFault(String json) {
    post("/_emulator/faults", json);
  }

  /** The mistakes of the program under test so far, as JSON (docs/findings.md). */
  public String findings() {
    return get("/_emulator/findings");
  }

  /** The first text with this name in JSON, such as a runID. Use your own library for more. */
  public static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(json);
    if (found.find()) return found.group(1);
    throw new IllegalArgumentException("there is no text \"" + name + "\" in " + json);
  }

  @Override
  public void close() {
    onClose.run();
  }

  private static Hangar serve() {
    List<String> flags = List.of("serve", "--in-memory", "--port", "0", "--log-format", "json", "--workspace", "hangar.json");
    Path program = Path.of(variable("HANGAR_COMMAND", Path.of("node_modules", ".bin", "hangar").toString()));
    if (!Files.exists(program)) throw new IllegalStateException("there is no " + program.toAbsolutePath() + ": npm install hangar");
    ProcessBuilder command = new ProcessBuilder(program.toString());
    command.command().addAll(flags);
    try {
      Process server = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      BufferedReader output = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (!line.startsWith("{\"event\":\"ready\"")) continue;
        // What it says later is read, so that it never waits for a reader.
        Thread reader = new Thread(() -> output.lines().forEach((later) -> {}));
        reader.setDaemon(true);
        reader.start();
        Hangar hangar = new Hangar(field(line, "url"), field(line, "apiKey"), "", () -> stop(server));
        hangar.waitUntilReady();
        return hangar;
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    throw new IllegalStateException("Hangar did not start: " + String.join(" ", command.command()));
  }

  private static void stop(Process server) {
    server.destroy();
    try {
      if (!server.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) server.destroyForcibly();
    } catch (InterruptedException error) {
      server.destroyForcibly();
    }
  }

  /** Waits until Hangar serves, such as one in a container that has just been started. */
  private void waitUntilReady() {
    for (long end = System.nanoTime() + PATIENCE.toNanos(); ; ) {
      try {
        get("/_emulator/ready");
        return;
      } catch (UncheckedIOException | Refusal error) {
        if (System.nanoTime() > end) throw error;
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(error);
      }
    }
  }

  private static String variable(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }
}
