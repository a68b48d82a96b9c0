import assert from 'node:assert/strict';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../../electron/programs/library.ts';
import { block, blocksOf } from '../../support/docs.ts';

/** A recipe as a function of what it imports. */
type Recipe = (imports: { readonly assert: object; readonly startEmulator: typeof startEmulator }) => Promise<void>;

const RECIPES = blocksOf('docs/lab.md').flatMap(({ tag }) => (tag === 'lab-setup' ? [] : [tag]));

test('there is a recipe for each of the ten things that people test', () => {
  expect(RECIPES).toHaveLength(10);
});

test.each(RECIPES)('the recipe %s of docs/lab.md does what it says, and its client makes no mistake', async (tag) => {
  const started: RunningEmulator[] = [];
  const start: typeof startEmulator = async (options) => {
    const emulator = await startEmulator(options);
    started.push(emulator);
    return emulator;
  };
  const setup = block('lab-setup').replace(/^import .*\n/gm, '');
  try {
    const text = `(async ({ assert, startEmulator }) => {\n${setup}\n${block(tag)}\n})`;
    // The text is an async function.
    const recipe = runInThisContext(text) as Recipe;
    await recipe({ assert, startEmulator: start });
    const mistakes = started.flatMap(({ findings }) => findings.list().map(({ rule }) => rule));
    expect(mistakes).toEqual([]);
  } finally {
    for (const emulator of started) await emulator.stop();
  }
});
