import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../electron/host/start-error.ts';
import { FLAGS } from '../electron/options/flags.ts';
import { flagsMarkdown } from '../electron/options/help.ts';
import { choicesOf, DECISIONS } from '../shared/contract/decisions.ts';
import { emulator } from '../shared/contract/emulator/index.ts';
import { v0 } from '../shared/contract/v0/index.ts';
import { type Contract, endpointsOf } from '../shared/http/endpoint.ts';
import { Workspace } from '../shared/model/workspace.ts';
import { block, README } from './support/readme.ts';

const root = dirname(README);

/** The parts of the README that say again what stands in the code, by name. */
const GENERATED: Readonly<Record<string, string>> = {
  flags: flagsMarkdown(FLAGS),
  'exit-codes': table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  ),
  emulator: requests(emulator),
  v0: requests(v0),
  decisions: table(
    ['name', 'rule'],
    Object.entries(DECISIONS).map(([name, rule]) => [`\`${name}\``, `${rule}${alternativesText(name)}`]),
  ),
};

/** The choices of a decision beside its default, as the README says them. */
function alternativesText(name: string): string {
  const [, ...alternatives] = choicesOf(name);
  return alternatives
    .map(({ value, rule }) => ` With \`settings.decisions\` \`"${name}": "${value}"\`: ${rule}`)
    .join('');
}

function requests(contract: Contract): string {
  const rows = [...endpointsOf(contract)].map(({ endpoint: { method, path, summary } }) => [
    `\`${method} ${path}\``,
    summary,
  ]);
  return table(['request', ''], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The README with its generated parts as they should be. */
async function expectedReadme(text: string): Promise<string> {
  const filled = text.replace(
    /(<!-- generated: ([\w-]+) -->)[^]*?(<!-- \/generated -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n\n${GENERATED[name] ?? 'unknown'}\n\n${end}`,
  );
  return format(filled, { ...(await resolveConfig(README)), parser: 'markdown' });
}

describe('the README', () => {
  test('says what the code says of flags, exit codes, endpoints and decisions', async () => {
    const text = await readFile(README, 'utf8');
    const expected = await expectedReadme(text);
    if (process.env['UPDATE_README'] === '1') await writeFile(README, expected);
    else expect(text).toBe(expected);
  });

  test('has every generated part once', async () => {
    const text = await readFile(README, 'utf8');
    const found = [...text.matchAll(/<!-- generated: ([\w-]+) -->/g)].map((match) => match[1]);
    expect(found.toSorted()).toEqual(Object.keys(GENERATED).toSorted());
  });

  test('shows a workspace that loads as it stands', async () => {
    for (const name of ['workspace', 'hangar.json', 'webhook-workspace']) {
      expect(Workspace.safeParse(JSON.parse(await block(name))).error, name).toBeUndefined();
    }
  });
});

describe.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('%s', (name) => {
  test('names no file that is not there, and no command of npm that there is not', async () => {
    const text = await readFile(join(root, name), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
    const named = [...text.matchAll(/`((?:shared|electron|renderer|test|build|recipes)\/[\w./-]+)`/g)];
    const paths = [...links, ...named.map(([, path = '']) => path)];
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, command = '']) => command);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});
