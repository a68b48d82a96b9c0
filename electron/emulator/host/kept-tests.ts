import { gzip, gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { TestView } from '../../../shared/contract/emulator/tests.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';

/** Maximum numbers of kept tests, and their maximum size together in bytes. */
export const KEPT_TESTS = { passed: 50, others: 200, bytes: 256_000_000 } as const;

/** The end of a test as it is kept: its bundle, and its view as compressed JSON. */
export interface KeptTest {
  readonly bundle: Buffer;
  readonly view: Buffer;
}

/** The emulator of a test, as the list of tests reads it. */
export interface TestedServer {
  readonly testCounts: () => { readonly calls: number; readonly findings: number };
  /** @param began when the test began, on the clock that never goes back */
  readonly testView: (began: number) => TestView;
  readonly bundle: () => Promise<ReadableStream<Uint8Array>>;
}

/** Reads what is kept of a test from its emulator; `undefined` when it is larger than all tests together may be. */
export async function keepTest(server: TestedServer, began: number): Promise<KeptTest | undefined> {
  const view = await promisify(gzip)(JSON.stringify(server.testView(began)));
  const pieces: Uint8Array[] = [];
  let size = view.length;
  for await (const piece of await server.bundle()) {
    size += piece.length;
    if (size > KEPT_TESTS.bytes) return undefined;
    pieces.push(piece);
  }
  return { bundle: Buffer.concat(pieces), view };
}

/** Reads the view of a kept test. */
export async function keptView({ view }: KeptTest): Promise<TestView> {
  return parseOwnJson<TestView>((await promisify(gunzip)(view)).toString());
}

/** Size of a kept test in bytes. */
export function bytesOfKept({ bundle, view }: KeptTest): number {
  return bundle.length + view.length;
}

/** An ended test, as far as the rules of keeping see it. */
interface Keepable {
  readonly isPassed: boolean;
  readonly bytes: number;
}

/**
 * The tests to keep no longer. Of those that passed, the last 50 are kept, of others the last 200; when all are too large, those
 * that passed go first.
 * @param tests in the order of their ends
 */
export function notKept<Test extends Keepable>(tests: readonly Test[]): Test[] {
  const passed = tests.filter(({ isPassed }) => isPassed);
  const others = tests.filter(({ isPassed }) => !isPassed);
  const tooMany = [...passed.slice(0, -KEPT_TESTS.passed), ...others.slice(0, -KEPT_TESTS.others)];
  const rest = [...passed.slice(-KEPT_TESTS.passed), ...others.slice(-KEPT_TESTS.others)];
  let bytes = rest.reduce((sum, test) => sum + test.bytes, 0);
  const tooLarge = rest.filter((test) => {
    const isGone = bytes > KEPT_TESTS.bytes;
    if (isGone) bytes -= test.bytes;
    return isGone;
  });
  return [...tooMany, ...tooLarge];
}
