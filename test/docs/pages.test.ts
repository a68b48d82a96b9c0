import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EXIT_CODES } from '../../electron/emulator/host/start-error.ts';
import { EXPLORE_FLAGS } from '../../electron/programs/flags/explore-flags.ts';
import { CLIENT_FLAGS, EXEC_ONLY_FLAGS, FLAGS, REPLAY_FLAGS } from '../../electron/programs/flags/flags.ts';
import { ALL_COMMANDS } from '../../electron/programs/actions/table.ts';
import { FINDING_RULES } from '../../shared/registry/finding-rules.ts';
import { choicesOf, DECISIONS } from '../../shared/registry/decisions.ts';
import { FAULT_KINDS, type FaultKind } from '../../shared/registry/fault-kinds.ts';
import { emulator } from '../../shared/contract/emulator/index.ts';
import { REASON_KINDS } from '../../shared/contract/emulator/reason.ts';
import { v0 } from '../../shared/contract/v0/index.ts';
import { type Contract, endpointsOf } from '../../shared/http/endpoint.ts';
import { FAULTS } from '../../shared/model/fault.ts';
import { FILTER_TERMS, type FilterTerm } from '../../shared/model/filter-terms.ts';
import { DEFINITIONS, Settings, Workspace } from '../../shared/model/workspace.ts';
import { Parameter } from '../../shared/model/parameter.ts';
import { PARAMETER_TYPES } from '../../shared/registry/parameter-types.ts';
import { STEP_KINDS } from '../../shared/model/behavior.ts';
import { keysOf } from '../../shared/values/objects.ts';
import { shownMarkdown, titleOf } from '../../build/documentation/html.ts';
import { linksOf, sectionsOf } from '../../build/documentation/markdown.ts';
import { isExternal, pagesOf, targetOf } from '../../build/documentation/pages.ts';
import { documentationFiles } from '../../build/documentation/site.ts';
import { block, PAGES, readPage } from '../support/docs.ts';
import { provenRows } from './proven.ts';
import { commandFlagTable, commandTable, definitionFileTables, flagTable, ownFlagTable, table } from './tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The parts of the pages that are written from the code, by name. */
const GENERATED: Readonly<Record<string, string>> = {
  flags: flagTable(FLAGS),
  'exec-flags': flagTable(EXEC_ONLY_FLAGS),
  'explore-flags': ownFlagTable(EXPLORE_FLAGS),
  'replay-flags': flagTable(REPLAY_FLAGS),
  'client-flags': flagTable(CLIENT_FLAGS),
  commands: commandTable(ALL_COMMANDS),
  'command-flags': commandFlagTable(ALL_COMMANDS),
  'exit-codes': table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  ),
  'finding-rules': table(
    ['rule', 'level', 'what it means'],
    Object.entries(FINDING_RULES).map(([name, { level, explanation }]) => [`\`${name}\``, level, explanation]),
  ),
  ...Object.fromEntries(
    keysOf(FILTER_TERMS).map((kind) => [
      `filter-${kind}`,
      table(
        ['term', `finds ${kind}s`],
        Object.values<FilterTerm>(FILTER_TERMS[kind]).map(({ example, help }) => [`\`${example}\``, help]),
      ),
    ]),
  ),
  proven: table(['how sure', 'what', 'by'], provenRows()),
  reasons: table(
    ['kind', 'a run'],
    Object.entries(REASON_KINDS).map(([kind, meaning]) => [`\`${kind}\``, meaning]),
  ),
  emulator: requests(emulator),
  v0: requests(v0),
  decisions: table(
    ['name', 'rule'],
    Object.entries(DECISIONS).map(([name, rule]) => [`\`${name}\``, `${rule}${alternativesText(name)}`]),
  ),
  settings: table(
    ['setting', 'meaning'],
    Object.entries(z.toJSONSchema(Settings, { io: 'input' }).properties ?? {}).map(([name, schema]) => {
      const { description = '', ...range } = Object(schema) as Range & { readonly description?: string };
      return [`\`${name}\``, `${description}${rangeText(range)}`];
    }),
  ),
  'definition-files': definitionFileTables(),
  'definition-fields': Object.entries({ ...DEFINITIONS, parameters: Parameter, faults: FAULTS.lose })
    .map(([name, schema]) => [`### Fields of \`${name}\``, fieldTable(schema)].join('\n\n'))
    .join('\n\n'),
  'parameter-types': table(
    ['type', 'value', 'components'],
    Object.entries(PARAMETER_TYPES).map(([name, { label, components }]) => [
      `\`${name}\``,
      label,
      components.flatMap((component) => (component === '' ? [] : [`\`${component}\``])).join(', '),
    ]),
  ),
  'fault-kinds': table(
    ['kind', 'fields', 'effect'],
    keysOf(FAULT_KINDS).map((kind) => [`\`${kind}\``, ownFieldsText(kind), FAULT_KINDS[kind]]),
  ),
};

/** The fields of a definition, those of an object within it with its name in front. */
function fieldTable(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  // A schema that contains itself is a reference to its own definition.
  const definitions = Object.values((json['definitions'] ?? {}) as Readonly<Record<string, Described>>);
  const whole: Described | undefined = json.$ref === undefined ? json : definitions[0];
  return table(['field', 'meaning'], fieldRows(whole?.properties ?? {}, ''));
}

function fieldRows(properties: object, within: string): string[][] {
  return Object.entries(properties).flatMap(([name, property]): string[][] => {
    const { description = '', properties: inner = {}, ...range } = Object(property) as Range & Described;
    return [[`\`${within}${name}\``, `${description}${rangeText(range)}`], ...fieldRows(inner, `${within}${name}.`)];
  });
}

/** The other part of a JSON Schema that a table shows. */
interface Described {
  readonly description?: string;
  readonly properties?: object;
}

/** The fields that only this kind of fault has, with their choices, bounds and defaults. */
function ownFieldsText(kind: FaultKind): string {
  const { properties = {} } = z.toJSONSchema(FAULTS[kind], { io: 'input' });
  const own = Object.entries(properties).filter(([name]) => name !== 'kind' && !(name in FAULTS.lose.shape));
  return own.map(([name, schema]) => `\`${name}\`${rangeText(Object(schema) as Range)}`).join(', ');
}

/** The part of a JSON Schema that a table shows. */
interface Range {
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean | object;
}

function rangeText({ enum: choices, minimum, maximum, default: preset }: Range): string {
  const facts = [
    ...(choices === undefined ? [] : [choices.map((choice) => `\`${choice}\``).join(' or ')]),
    ...(minimum === undefined || maximum === undefined
      ? []
      : [`${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`]),
    ...(preset === undefined || preset === '' || typeof preset === 'object' ? [] : [`default \`${preset}\``]),
  ];
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

/** The choices of a decision beside its default, as the page lists them. */
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
  return table(['request', 'what it does'], rows);
}

/** The options of `npm run format`. */
const STYLE = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** A page with its generated parts as they should be. */
async function expectedPage(page: string): Promise<string> {
  const filled = readPage(page).replace(
    /(<!-- generated: ([\w-]+) -->)[^]*?(<!-- \/generated -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n\n${GENERATED[name] ?? 'unknown'}\n\n${end}`,
  );
  return (await format(page, filled, STYLE)).code;
}

describe('the pages of the documentation', () => {
  test.each(PAGES)('%s says what the code says of flags, settings, endpoints and decisions', async (page) => {
    const expected = await expectedPage(page);
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, page), expected);
    else expect(readPage(page)).toBe(expected);
  });

  test('have every generated part once', () => {
    const found = PAGES.flatMap((page) => [...readPage(page).matchAll(/<!-- generated: ([\w-]+) -->/g)]);
    expect(found.map(([, name]) => name).toSorted()).toEqual(Object.keys(GENERATED).toSorted());
  });

  test('describe every step', () => {
    const page = readPage('docs/behaviors.md');
    expect(STEP_KINDS.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
  });

  test('show workspaces that load as they stand', () => {
    for (const name of ['workspace', 'hangar.json', 'webhook-workspace']) {
      expect(Workspace.safeParse(JSON.parse(block(name))).error, name).toBeUndefined();
    }
  });

  test('are all linked from the README, by their titles', () => {
    const pages = pagesOf(root);
    expect(pages.map(({ path }) => path).toSorted()).toEqual(PAGES.toSorted());
    const links = pages.slice(1).map((page) => `[${titleOf(page)}](${page.path})`);
    expect(links.filter((link) => !readPage('README.md').includes(link))).toEqual([]);
  });

  test('begin with a README of at most 200 lines', () => {
    expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });
});

/** The relative links of a page that lead to no file, or to no heading of a page. */
function brokenLinks(page: string): string[] {
  return linksOf(readPage(page)).filter((href) => {
    if (isExternal(href)) return false;
    const { path, fragment } = targetOf(page, href);
    if (!existsSync(join(root, path))) return true;
    return fragment !== '' && !sectionsOf(readPage(path)).some(({ id }) => `#${id}` === fragment);
  });
}

const SPEC = ['docs/spec/README.md', 'docs/spec/service-api.md', 'docs/spec/lab.md'];

describe.each([...PAGES, ...SPEC, 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'])('%s', (page) => {
  test('has links only to files and headings that exist', () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test('names no file that does not exist, and no command of npm that does not', async () => {
    const text = readPage(page);
    const named = [...text.matchAll(/`((?:shared|electron|renderer|test|build|recipes|docs)\/[\w./-]+)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, command = '']) => command);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});

describe('the pages that the window serves', () => {
  const files = documentationFiles({ root, policy: '' });
  const ids = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

  /** The addresses among these that lead to nothing that is served. `from` is the page they stand in. */
  function missing(addresses: readonly string[], from: string): string[] {
    return addresses.filter((address) => {
      const [path = '', fragment = ''] = address.split('#');
      if (path === '/' || path === '/icon.svg' || /^\/docs\/docs\.(?:css|js)$/.test(path)) return false;
      const file = files[path === '' ? from : path.replace('/docs/', '') || 'index.html'];
      return file === undefined || (fragment !== '' && !ids(file).includes(fragment));
    });
  }

  test('name the shell of each block of commands', () => {
    const shells = (name: string): string[] =>
      [...(files[name] ?? '').matchAll(/<pre data-shell="(\w+)"><code/g)].map(([, shell = '']) => shell);
    expect(new Set(shells('command-line.html'))).toEqual(new Set(['sh', 'cmd', 'PowerShell']));
    for (const page of pagesOf(root)) {
      const commands = shownMarkdown(page).match(/^\s*```(?:sh|console|cmd|powershell)\b/gm) ?? [];
      expect(shells(page.address.replace('/docs/', '') || 'index.html').length, page.path).toBe(commands.length);
    }
  });

  test('have links only to what is served too', () => {
    for (const [name, html] of Object.entries(files).filter(([each]) => each.endsWith('.html'))) {
      const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href = '']) => href);
      expect(links.length, name).toBeGreaterThan(PAGES.length);
      expect(
        missing(
          links.filter((href) => !isExternal(href)),
          name,
        ),
        name,
      ).toEqual([]);
    }
  });

  test('are all in the index of the search, with every section', () => {
    const index = JSON.parse(files['index.json'] ?? '') as {
      page: string;
      title: string;
      address: string;
      text: string;
    }[];
    expect(
      missing(
        index.map(({ address }) => address),
        '',
      ),
    ).toEqual([]);
    expect(index).toContainEqual(
      expect.objectContaining({ page: 'Behaviors', title: 'Scripts', address: '/docs/behaviors.html#scripts' }),
    );
    expect(index.filter(({ text }) => /<!--|\| ---|```/.test(text))).toEqual([]);
  });

  test('hold no script of their own, which the policy would refuse', () => {
    for (const html of Object.values(files)) expect(html).not.toMatch(/<script(?! src="\/docs\/docs\.js"><\/script>)/);
  });

  test('are where the window links to', () => {
    const sources = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const texts = sources
      .filter((name) => !name.startsWith('docs'))
      .map((name) => readFileSync(join(root, 'renderer', name), 'utf8'));
    const links = texts.flatMap((text) => [...text.matchAll(/["'](\/docs\/[^"']*)["']/g)].map(([, href = '']) => href));
    expect(links.length).toBeGreaterThan(0);
    expect(missing(links, '')).toEqual([]);
  });
});
