import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import { fnv1a } from '../../../shared/values/fnv.ts';
import { hasWord, readFilterWords } from '../../../shared/model/filter.ts';

/** The state of a test, or of a file with tests. */
export type TestState = TestRow['state'];

/** States from the first to look at to the last. */
const ORDER: readonly TestState[] = ['failed', 'running', 'ended', 'passed'];

/** A file with the tests in it. */
interface TestFile {
  readonly file: string;
  /** The first of its tests' states that needs a look. */
  readonly state: TestState;
  readonly tests: readonly TestRow[];
}

/** A row of the tree: a file, or a test. */
export type TreeRow = FileRow | LeafRow;

interface Place {
  readonly key: string;
  /** Place among its siblings, from 1, and their number. */
  readonly place: number;
  readonly of: number;
}

interface FileRow extends Place {
  readonly kind: 'file';
  readonly file: TestFile;
  readonly isOpen: boolean;
}

interface LeafRow extends Place {
  readonly kind: 'test';
  readonly test: TestRow;
}

/** The tests as they ran last: without ended ones of which the same test ran again. @param items newest first */
export function latestTests(items: readonly TestRow[]): TestRow[] {
  const seen = new Set<string>();
  return items.filter(({ test: { file, name }, state }) => {
    const key = JSON.stringify([file, name]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst || state === 'running';
  });
}

/** Returns the test of a filter: `is:failed`, `file:refund`, and words of the name, the file or the message. */
export function testFilter(filter: string): (row: TestRow) => boolean {
  const words = readFilterWords(filter, (name) => name === 'is' || name === 'file');
  return ({ test: { name, file }, state, outcome }) =>
    words.every(({ name: term, value, isNot }) => {
      const texts = term === 'file' ? [file] : [name, file, outcome?.message ?? ''];
      return (term === 'is' ? state === value : texts.some((text) => hasWord(text, value))) !== isNot;
    });
}

/** The tests by file: files with a failure first, then those with a running test; in a file by line. @param tests newest first */
export function testFiles(tests: readonly TestRow[]): TestFile[] {
  const files = new Map<string, TestRow[]>();
  for (const row of [...tests].reverse()) files.set(row.test.file, [...(files.get(row.test.file) ?? []), row]);
  return [...files]
    .map(([file, found]) => ({ file, state: stateOf(found), tests: found.sort(byLine) }))
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.file.localeCompare(b.file));
}

function stateOf(tests: readonly TestRow[]): TestState {
  return ORDER.find((state) => tests.some((test) => test.state === state)) ?? 'passed';
}

function byLine({ test: a }: TestRow, { test: b }: TestRow): number {
  return (a.line ?? 0) - (b.line ?? 0);
}

/**
 * The rows that are shown. Files with a failure or a running test are open, and that of the selected test, unless they were opened or
 * closed by hand.
 */
export function treeRows(
  files: readonly TestFile[],
  { selected, toggled }: { readonly selected: string; readonly toggled: ReadonlyMap<string, boolean> },
): TreeRow[] {
  return files.flatMap((file, index): TreeRow[] => {
    const isLookedAt = file.state === 'failed' || file.state === 'running';
    const isOpen = toggled.get(file.file) ?? (isLookedAt || file.tests.some(({ id }) => id === selected));
    const row: FileRow = {
      kind: 'file',
      key: `${FILE_KEY}${fnv1a(file.file)}`,
      file,
      isOpen,
      place: index + 1,
      of: files.length,
    };
    if (!isOpen) return [row];
    const leaves = file.tests.map((test, at) => ({
      ...({ kind: 'test', key: test.id, test, place: at + 1, of: file.tests.length } as const),
    }));
    return [row, ...leaves];
  });
}

const FILE_KEY = 'file-';

/** True for the key of a row of a file. */
export function isFileKey(key: string): boolean {
  return key.startsWith(FILE_KEY);
}

/** A number of all tests of a file together. */
export function sumOf({ tests }: TestFile, name: 'calls' | 'findings' | 'milliseconds'): number {
  return tests.reduce((sum, test) => sum + test[name], 0);
}
