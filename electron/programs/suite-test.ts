import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, stripVTControlCharacters } from 'node:util';
import { TEST_TEXTS, type SuiteTest, type TestOutcome } from '../../shared/contract/emulator/tests.ts';
import type { HangarOutcome, HangarTest, SuitePlace } from './testing.ts';

/** A test with texts that fit. */
export function fittingTest({ name, ...place }: HangarTest): SuiteTest {
  // A runner gives '' for a test without a name.
  return { name: shortened(name, TEST_TEXTS.name) || '(no name)', ...fittingPlace(place) };
}

/** An outcome with texts that fit. */
export function fittingOutcome({ state, message = '', ...place }: HangarOutcome): TestOutcome {
  return { state, message: shortened(stripVTControlCharacters(message), TEST_TEXTS.message), ...fittingPlace(place) };
}

function fittingPlace({ file = '', line = null }: SuitePlace) {
  return { file: shortened(file, TEST_TEXTS.file), line };
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/**
 * The test that a runner names to the function of a test: by its context, as node:test does, or by the state of `expect`, as Jest
 * does. `undefined` when none does.
 */
export function givenTest([context]: readonly unknown[], place: SuitePlace): HangarTest | undefined {
  const { expect } = globalThis as { readonly expect?: { readonly getState?: () => unknown } };
  const [fullName, name] = textsOf(context, ['fullName', 'name']);
  const [current] = textsOf(expect?.getState?.(), ['currentTestName']);
  const known = fullName ?? name ?? current;
  return known === undefined ? undefined : { name: known, ...place };
}

/** The place of the call of a function. @param error made in that function */
export function placeOfCall({ stack = '' }: Error): SuitePlace {
  const [, frame] = framesOf(stack);
  return frame === undefined ? {} : { file: relative(process.cwd(), frame.path), line: frame.line };
}

/** The texts in fields of a value; `undefined` for others. */
function textsOf(value: unknown, names: readonly string[]): (string | undefined)[] {
  return names.map((name) => {
    const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return typeof text === 'string' ? text : undefined;
  });
}

/** The outcome of a test that threw, with the place of the assertion in its file, or else in the first file of the project. */
export function failureOf(thrown: unknown, test: HangarTest | undefined): HangarOutcome {
  const [message, stack = ''] = textsOf(thrown, ['message', 'stack']);
  const frames = framesOf(stack);
  const file = test?.file === undefined ? undefined : resolve(test.file);
  const frame = frames.find(({ path }) => path === file) ?? frames.find(({ path }) => !path.includes('node_modules'));
  return {
    ...{ state: 'failed', message: message ?? textOf(thrown) },
    ...(frame === undefined ? {} : { file: relative(process.cwd(), frame.path), line: frame.line }),
  };
}

function textOf(thrown: unknown): string {
  if (thrown === undefined) return '';
  return typeof thrown === 'string' ? thrown : inspect(thrown);
}

interface Frame {
  readonly path: string;
  readonly line: number;
}

/** Maximum number of lines of a stack that are read. */
const MAX_LINES = 100;

/** The frames of a stack that are in files, innermost first. */
function framesOf(stack: string): Frame[] {
  return stack.split('\n', MAX_LINES).flatMap((text) => {
    const [, before, line] = /^\s*at (.*):(\d+):\d+\)?$/.exec(text.slice(0, 4096)) ?? [];
    if (before === undefined) return [];
    const path = before.slice(before.lastIndexOf('(') + 1).replace(/^async /, '');
    return path.startsWith('node:') ? [] : [{ path: pathOf(path), line: Number(line) }];
  });
}

/** A path, or that of a file's URL. */
function pathOf(text: string): string {
  return URL.canParse(text) && text.startsWith('file:') ? fileURLToPath(text) : text;
}
