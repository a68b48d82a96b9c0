import { describe, expect, test } from 'vitest';
import type { TestRow } from '../../shared/contract/emulator/tests.ts';
import { latestTests, testFiles, testFilter, treeRows } from '../../renderer/features/tests/test-tree.ts';
import { commandOf, firstLine, placeText } from '../../renderer/features/tests/test-words.ts';

const row = (
  name: string,
  state: TestRow['state'],
  { file = 'a.test.ts', line = null as number | null, message = '' } = {},
): TestRow => ({
  id: `sbx-${file}-${name}-${state}`,
  test: { name, file, line },
  state,
  outcome: state === 'passed' || state === 'failed' ? { state, message, file: '', line: null } : null,
  ...{ url: '', startedAt: '', endedAt: null, milliseconds: 10, calls: 1, findings: 0, kept: true, bytes: 5 },
});
const names = (rows: readonly TestRow[]) => rows.map(({ test: { name } }) => name);

describe('the tree of tests', () => {
  const tests = [
    row('later', 'passed', { file: 'passed.test.ts', line: 9 }),
    row('sooner', 'passed', { file: 'passed.test.ts', line: 2 }),
    row('runs', 'running', { file: 'running.test.ts' }),
    row('second', 'passed', { file: 'failed.test.ts' }),
    row('first', 'failed', { file: 'failed.test.ts' }),
  ];
  const shown = (selected = '', toggled = new Map<string, boolean>()) =>
    treeRows(testFiles(tests), { selected, toggled }).map((each) =>
      each.kind === 'file' ? `${each.isOpen ? '-' : '+'} ${each.file.file}` : `  ${each.test.test.name}`,
    );

  test('has files with a failure first, then running ones, and only those are open', () => {
    expect(shown()).toEqual([
      '- failed.test.ts',
      '  first',
      '  second',
      '- running.test.ts',
      '  runs',
      '+ passed.test.ts',
    ]);
  });

  test('shows a selected test, by line in its file, and what was opened and closed by hand', () => {
    expect(shown(tests[0]!.id).slice(-3)).toEqual(['- passed.test.ts', '  sooner', '  later']);
    expect(shown('', new Map([['failed.test.ts', false]]))[0]).toBe('+ failed.test.ts');
    expect(shown(tests[0]!.id, new Map([['passed.test.ts', false]])).at(-1)).toBe('+ passed.test.ts');
  });

  test('gives each row its place among its siblings', () => {
    const places = treeRows(testFiles(tests), { selected: '', toggled: new Map() }).map(
      ({ place, of }) => `${place} of ${of}`,
    );
    expect(places).toEqual(['1 of 3', '1 of 2', '2 of 2', '2 of 3', '1 of 1', '3 of 3']);
  });

  test('has the latest run of a test, and each that still runs', () => {
    const runs = [
      row('a', 'passed'),
      row('a', 'running'),
      row('a', 'failed'),
      row('a', 'failed', { file: 'b.test.ts' }),
    ];
    expect(latestTests(runs).map(({ state, test: { file } }) => `${state} ${file}`)).toEqual([
      'passed a.test.ts',
      'running a.test.ts',
      'failed b.test.ts',
    ]);
  });

  test.each([
    ['', ['one', 'two', 'Three']],
    ['is:failed', ['two']],
    ['-is:failed', ['one', 'Three']],
    ['file:REFUND', ['Three']],
    ['three', ['Three']],
    ['got is:failed', ['two']],
    ['"got 2"', ['two']],
    ['refund three', ['Three']],
    ['nothing', []],
  ])('is filtered by %j', (filter, expected) => {
    const all = [
      row('one', 'passed'),
      row('two', 'failed', { message: 'Expected 1, got 2' }),
      row('Three', 'running', { file: 'refund.py' }),
    ];
    expect(names(all.filter(testFilter(filter)))).toEqual(expected);
  });
});

describe('the words of a test', () => {
  const command = (file: string, name: string, shell: 'sh' | 'cmd' = 'sh') =>
    commandOf(row(name, 'failed', { file }), 'http://localhost:1', shell);

  test.each([
    ['a.test.ts', 'pays > twice (or more)', String.raw`npx vitest run 'a.test.ts' -t 'pays twice \(or more\)'`],
    ['tests/test_a.py', 'TestA.test_it[1.5]', `'tests/test_a.py::TestA::test_it[1.5]'`],
    ['a_test.go', 'TestA/b', `go test -run '^TestA/b$' ./...`],
    ['a.test.js', `'; rm -rf ~ #`, String.raw`npx vitest run 'a.test.js' -t ''\''; rm -rf ~ #'`],
    ['a.test.js', 'a\nrm -rf ~', `npx vitest run 'a.test.js' -t 'a rm -rf ~'`],
  ])('run %s %j again by a command of one line', (file, name, expected) => {
    const whole = command(file, name);
    expect([whole.startsWith('HANGAR_URL=http://localhost:1 '), whole.endsWith(expected)]).toEqual([true, true]);
  });

  test('have no command for a file of an unknown runner', () => {
    expect(command('RefundTest.java', 'a')).toBe('');
    expect(command('a.test.ts', 'a', 'cmd')).toMatch(/^set "HANGAR_URL=http:\/\/localhost:1" && npx vitest/);
  });

  test('name a place and the first line of a message', () => {
    expect(placeText({ file: 'a.ts', line: 5 })).toBe('a.ts:5');
    expect([placeText({ file: 'a.ts', line: null }), placeText({ file: '', line: 5 })]).toEqual(['a.ts', '']);
    expect([firstLine('\n  Expected 1\nmore'), firstLine(''), firstLine('a')]).toEqual(['Expected 1', '', 'a']);
  });
});
