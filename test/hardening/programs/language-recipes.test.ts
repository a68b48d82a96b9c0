import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanVariables, ROOT } from '../package/support/installed.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { clientOf, endAll, scratchFolder, serve } from '../../support/program.ts';
import { linkHangar, writeBlocks } from '../../support/project.ts';

let folder = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ path: folder, remove } = await scratchFolder());
  await linkHangar(folder);
  await writeBlocks(folder, 'hangar.json');
});
afterEach(async () => {
  await endAll();
  await remove();
});

/** Copies a recipe into a folder of the project. */
async function recipe(path: string, to: string): Promise<void> {
  await mkdir(join(folder, to), { recursive: true });
  await copyFile(join(ROOT, 'recipes', path), join(folder, to, path.replace(/^.*\//, '')));
}

interface Result {
  readonly code: number;
  readonly output: string;
}

/** Runs a program in the project. Returns its exit code and what it prints. */
async function outcome(program: string, args: readonly string[], more: object = {}): Promise<Result> {
  const env = { ...cleanVariables(folder), ...more };
  const child = spawn(program, args, { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** A Hangar that the suites find by its variables; `sandboxes` counts those that are left. */
async function given() {
  const { ready } = await serve(['--in-memory', '--workspace', join(folder, 'hangar.json')]);
  const sandboxes = async () => (await clientOf(ready).emulator.sandboxes.list()).items.length;
  return { sandboxes, variables: { HANGAR_URL: ready.url, HANGAR_API_KEY: ready.apiKey, HANGAR_COMMAND: 'none' } };
}

describe('Go', () => {
  const FAILING = `package shop

import (
	"testing"
	"time"

	"example.com/shop/hangartest"
)

func TestFails(t *testing.T) {
	hangar := hangartest.New(t)
	hangar.Advance(time.Minute)
	hangar.Call("POST", "/v0/nowhere", map[string]any{}, nil)
}
`;

  needs('go');
  beforeEach(async () => {
    await recipe('go/hangartest.go', 'hangartest');
    await writeBlocks(folder, 'refund_test.go');
    await writeFile(join(folder, 'go.mod'), 'module example.com/shop\n\ngo 1.19\n');
  });

  /** Runs the tests of the module. Uses the usual build cache, which has the standard library. */
  function suite(more: object = {}): Promise<Result> {
    const cache = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).stdout.trim();
    const args = ['test', '-v', '-count=1', './...'];
    return outcome('go', args, { GOCACHE: cache, GOPROXY: 'off', GOTOOLCHAIN: 'local', ...more });
  }

  test('the helper starts a Hangar, serves each test, and shows findings of one that fails', async () => {
    expect(spawnSync('gofmt', ['-l', folder], { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
    const { code, output } = await suite();
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('--- PASS: TestARefundIsTheOnlyOne/AB2'),
    });
    await writeFile(join(folder, 'fails_test.go'), FAILING);
    const failed = await suite();
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(/404: .*\n.*Findings of Hangar: \d/);
    await writeFile(join(folder, 'hangar.json'), '{');
    expect((await suite()).output).toContain('hangartest: hangar did not start: ');
  });

  test('the helper takes the Hangar that it is given, and leaves nothing in it', async () => {
    const { sandboxes, variables } = await given();
    expect(await suite(variables)).toMatchObject({ code: 0 });
    expect(await sandboxes()).toBe(0);
  });
});

describe('Java', () => {
  // About the class path: Debian's packages refer to missing jars.
  const STRICT = ['-Xlint:all,-path', '-Werror', '--release', '11', '-d', 'classes'];
  /** JUnit as Debian has it: the packages of "junit5". */
  const JARS = ['jupiter-api', 'jupiter-engine', 'platform-commons', 'platform-engine', 'platform-launcher']
    .concat('platform-console', 'platform-reporting')
    .map((name) => `/usr/share/java/junit-${name}.jar`)
    .concat(['opentest4j', 'apiguardian-api', 'picocli'].map((name) => `/usr/share/java/${name}.jar`));
  const FAILING = `import hangar.Hangar;
import hangar.HangarExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(HangarExtension.class)
class FailingTest {
  @Test
  void fails(Hangar hangar) {
    hangar.get("/v0/nowhere");
  }
}
`;

  needs('javac');
  beforeEach(async () => {
    await recipe('java/Hangar.java', 'hangar');
  });

  /** Runs the tests of a class. */
  function suite(name: string, more: object = {}): Promise<Result> {
    const launcher = 'org.junit.platform.console.ConsoleLauncher';
    const args = ['-cp', [...JARS, 'classes'].join(':'), launcher, '--disable-banner', '--details=verbose'];
    return outcome('java', [...args, '--select-class', name], more);
  }

  test('the emulator needs nothing but the JDK', async () => {
    expect(await outcome('javac', [...STRICT, 'hangar/Hangar.java'])).toEqual({ code: 0, output: '' });
  });

  test('the extension starts a Hangar, serves each test, and shows findings of one that fails', async (context) => {
    skipWithout(context, 'junit5');
    await recipe('java/HangarExtension.java', 'hangar');
    await writeBlocks(folder, 'RefundTest.java');
    await writeFile(join(folder, 'FailingTest.java'), FAILING);
    const sources = ['hangar/Hangar.java', 'hangar/HangarExtension.java', 'RefundTest.java', 'FailingTest.java'];
    const compiled = await outcome('javac', [...STRICT, '-cp', JARS.join(':'), ...sources]);
    expect(compiled).toEqual({ code: 0, output: '' });
    const passed = expect.stringMatching(/2 tests successful/);
    expect(await suite('RefundTest')).toEqual({ code: 0, output: passed });
    const { sandboxes, variables } = await given();
    expect(await suite('RefundTest', variables)).toEqual({ code: 0, output: passed });
    expect(await sandboxes()).toBe(0);
    const failed = await suite('FailingTest', variables);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.output).toMatch(/Findings of Hangar.*"items":/);
    await writeFile(join(folder, 'hangar.json'), '{');
    expect((await suite('RefundTest')).output).toContain('Hangar did not start: ');
  });
});
