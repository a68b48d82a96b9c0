import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../electron/host/start-error.ts';
import { FLAGS } from '../electron/options/flags.ts';
import { flagsMarkdown } from '../electron/options/help.ts';
import { DECISIONS } from '../shared/contract/decisions.ts';
import { emulator } from '../shared/contract/emulator/index.ts';
import { endpointsOf } from '../shared/http/endpoint.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));

/** The parts of the README that say again what stands in the code, by name. */
const GENERATED: Readonly<Record<string, string>> = {
  flags: flagsMarkdown(FLAGS),
  'exit-codes': table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  ),
  emulator: table(
    ['request', ''],
    [...endpointsOf(emulator)].map(({ endpoint }) => [`\`${endpoint.method} ${endpoint.path}\``, endpoint.summary]),
  ),
  decisions: table(
    ['name', 'rule'],
    Object.entries(DECISIONS).map(([name, rule]) => [`\`${name}\``, rule]),
  ),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The README with its generated parts as they should be. */
async function expectedReadme(text: string): Promise<string> {
  const filled = text.replace(
    /(<!-- generated: ([\w-]+) -->)[^]*?(<!-- \/generated -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n\n${GENERATED[name] ?? 'unknown'}\n\n${end}`,
  );
  return format(filled, { ...(await resolveConfig(file)), parser: 'markdown' });
}

describe('the README', () => {
  test('says what the code says of flags, exit codes, endpoints and decisions', async () => {
    const text = await readFile(file, 'utf8');
    const expected = await expectedReadme(text);
    if (process.env['UPDATE_README'] === '1') await writeFile(file, expected);
    else expect(text).toBe(expected);
  });

  test('has every generated part once', async () => {
    const text = await readFile(file, 'utf8');
    const found = [...text.matchAll(/<!-- generated: ([\w-]+) -->/g)].map((match) => match[1]);
    expect(found.toSorted()).toEqual(Object.keys(GENERATED).toSorted());
  });
});
