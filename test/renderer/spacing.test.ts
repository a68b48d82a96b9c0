import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../renderer', import.meta.url));
/** Declarations, without the tokens that give buttons of the component library theirs. */
const DECLARATION = /(?<![-\w])(?:(?:row-|column-)?gap|padding[\w-]*|margin[\w-]*): ([^;]+);/g;

/** True on the grid of 4 px, for hairlines, and for 6 px, which stand between an icon and its word and beside a badge's. */
const isOnGrid = (pixels: number) => pixels % 4 === 0 || pixels < 4 || pixels === 6;

test('gaps, paddings and margins are on the grid of 4 pixels', () => {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const declarations = files.flatMap((file) =>
    [...readFileSync(join(RENDERER, file), 'utf8').matchAll(DECLARATION)].map(([text, value = '']) => ({
      text: `${file}: ${text}`,
      // Negative ones centre a mark on a line.
      pixels: [...value.matchAll(/(?<![-\w])(\d+)px/g)].map(([, number]) => Number(number)),
    })),
  );
  expect(declarations.length).toBeGreaterThan(400);
  expect(declarations.filter(({ pixels }) => !pixels.every(isOnGrid)).map(({ text }) => text)).toEqual([]);
});
