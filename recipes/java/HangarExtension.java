package hangar;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test of JUnit 5 an emulator of its own. Copy this file and Hangar.java into a folder hangar of your tests, and write
 * {@code @ExtendWith(HangarExtension.class)} above a class: a test that takes a {@link Hangar} gets a sandbox, in memory, with the
 * definitions of the workspace file and nothing else, so that tests also run side by side. Their parent is started before the
 * first of them and stopped after the last. When a test fails, its report has the findings: the mistakes of the program under
 * test, with the requests that prove them.
 */
public final class HangarExtension implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace OWN = Namespace.create(HangarExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Hangar.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    Hangar parent = test.getRoot().getStore(OWN).getOrComputeIfAbsent(Parent.class, (key) -> new Parent(), Parent.class).hangar;
    return test.getStore(OWN).getOrComputeIfAbsent(Sandbox.class, (key) -> new Sandbox(sandboxFor(test, parent)), Sandbox.class).hangar;
  }

  private static Hangar sandboxFor(ExtensionContext test, Hangar parent) {
    String file = test.getRequiredTestClass().getName().replace('.', '/') + ".java";
    return parent.sandbox(test.getDisplayName(), file);
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    Sandbox sandbox = test.getStore(OWN).get(Sandbox.class, Sandbox.class);
    if (sandbox == null) return;
    Throwable thrown = test.getExecutionException().orElse(null);
    tell(test, sandbox.hangar, thrown);
    if (thrown != null) test.publishReportEntry("Findings of Hangar", sandbox.hangar.findings());
  }

  /** Tells the outcome for the page Tests. What cannot be told must not change it. */
  private static void tell(ExtensionContext test, Hangar hangar, Throwable thrown) {
    try {
      if (thrown == null) {
        hangar.passed();
        return;
      }
      StackTraceElement place = new StackTraceElement("", "", "", 0);
      for (StackTraceElement each : thrown.getStackTrace()) {
        if (!each.getClassName().equals(test.getRequiredTestClass().getName())) continue;
        place = each;
        break;
      }
      hangar.failed(String.valueOf(thrown.getMessage()), String.valueOf(place.getFileName()), place.getLineNumber());
    } catch (RuntimeException ignored) {
      // The report of the test says more.
    }
  }

  /** The Hangar of all tests; JUnit closes it after the last one. */
  private static final class Parent implements Store.CloseableResource {
    final Hangar hangar = Hangar.start();

    @Override
    public void close() {
      hangar.close();
    }
  }

  /** That of one test. */
  private static final class Sandbox implements Store.CloseableResource {
    final Hangar hangar;

    Sandbox(Hangar hangar) {
      this.hangar = hangar;
    }

    @Override
    public void close() {
      hangar.close();
    }
  }
}
