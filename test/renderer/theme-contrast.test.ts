import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(`${root}/renderer/ui/tokens.css`, 'utf8');

/** The colour tokens of the first rule whose selector begins with this text. */
function tokensOf(selector: string): Record<string, string> {
  const rule = text.slice(text.indexOf(`\n${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...rule.matchAll(/--h-([\w-]+): (#[\da-f]+);/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

const THEMES = { light: tokensOf(':root'), dark: tokensOf(":root[data-mantine-color-scheme='dark']") };

const SURFACES = ['bg', 'bg2', 'bg3', 'accent-bg', 'ok-bg', 'bad-bg', 'run-bg', 'wait-bg'];
const TEXTS = ['fg', 'fg2', 'fg3', 'accent', 'ok', 'bad', 'run', 'wait'];
/** The surface of the selected place, which carries only names. */
const STRONG_SURFACES = ['bg4', 'pop', 'mark'];
/** Backgrounds of primary buttons, whose text is `on-accent`. */
const FILLS = ['accent-solid', 'accent-hover'];
/** Colours of shapes, bars, rings and underlines. */
const SOLIDS = ['ok-solid', 'bad-solid', 'run-solid', 'wait-solid', 'ring'];
/** Borders that are decoration only, and queued time, which a text and a shape tell too. */
const DECORATION = ['line', 'line2', 'wait-line', 'queue'];

/** Relative luminance of `#rgb` or `#rrggbb`. Source: WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[\da-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(Object.entries(THEMES))('the %s theme', (_, tokens) => {
  /** Pairs of tokens below a contrast, as sentences. */
  const below = (least: number, front: readonly string[], back: readonly string[]) =>
    front
      .flatMap((one) => back.map((other) => ({ one, other, ratio: contrast(tokens[one]!, tokens[other]!) })))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ one, other, ratio }) => `${one} on ${other}: ${ratio.toFixed(2)}`);

  test('gives every text colour a contrast of 4.5 on every background', () => {
    expect(below(4.5, TEXTS, SURFACES)).toEqual([]);
    expect(below(4.5, ['fg'], STRONG_SURFACES)).toEqual([]);
    expect(below(4.5, ['on-accent'], FILLS)).toEqual([]);
  });

  test('gives the borders of fields a contrast of 3', () => {
    expect(below(3, ['line-strong'], ['bg', 'bg2', 'bg3'])).toEqual([]);
  });

  test('gives shapes, bars and rings a contrast of 3 on content and on a selected row', () => {
    expect(below(3, SOLIDS, ['bg', 'bg2', 'accent-bg'])).toEqual([]);
  });

  test('has no colour that is neither a text, a background nor a border', () => {
    const known = [
      ...TEXTS,
      ...SURFACES,
      ...STRONG_SURFACES,
      ...FILLS,
      ...SOLIDS,
      ...DECORATION,
      'on-accent',
      'line-strong',
    ];
    expect(Object.keys(tokens).sort()).toEqual([...new Set(known)].sort());
  });
});

test('the contrast is that of WCAG', () => {
  expect(contrast('#fff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
});

/** A colour that is written out, in CSS or in code. */
const COLOR =
  /#[\da-f]{3,8}\b(?=['";\s,)])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black|red|green|blue|gray|grey)\b/gi;
/** Colours written out beside the tokens. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'renderer/docs/docs.css': 'a shadow',
  'renderer/ui/theme.ts': 'the shades that Mantine asks for and that nothing uses',
};

test('every other colour of the window is a token', () => {
  const files = readdirSync(`${root}/renderer`, { recursive: true, encoding: 'utf8' })
    .map((path) => `renderer/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:css|tsx?)$/.test(path));
  const found = files.filter(
    (path) => path !== 'renderer/ui/tokens.css' && readFileSync(`${root}/${path}`, 'utf8').match(COLOR),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  expect('color: #fff; background: rgb(0 0 0); border-color: red'.match(COLOR)).toHaveLength(3);
});
