import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRanOn } from '../../build/ran-on.ts';
import { v0 } from '../../shared/contract/v0/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { DECISIONS } from '../../shared/registry/decisions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Clients that others wrote, by the package that a test runs against Hangar, with what each proves. */
const CLIENTS: ReadonlyMap<string, string> = new Map([
  ['airplane', "tasks written with the service's own SDK"],
  ['@modelcontextprotocol/sdk', 'the tools of agents with the official client of MCP'],
]);

/** Rows of the README's table: what tests prove, what is chosen, and what no test has run on. */
export function provenRows(): string[][] {
  const ran = Object.entries(readRanOn()).map(([system, runtimes]) => `${nameOf(system)} (${runtimes.join(', ')})`);
  return [
    [
      '**Proven**',
      `all ${[...endpointsOf(v0)].length} requests of \`/v0\`, as the service is described`,
      '`test/api/contract.test.ts`',
    ],
    ...Array.from(CLIENTS, ([name, proof]) => [
      '**Proven**',
      `${proof} (\`${name}\` ${versionOf(name)})`,
      testsWith(name),
    ]),
    ['**Proven**', `both lanes of tests on ${ran.join('; ')}`, '`test/ran-on.json`'],
    [
      '**Not proven**',
      `${Object.keys(DECISIONS).length} answers that the description leaves open: chosen, named, tested under that name`,
      '[decisions](docs/emulation.md#decisions)',
    ],
    ['**Unknown**', `released or meant to work, run by no test yet: ${neverRun().join(', ')}`, '`test/ran-on.json`'],
  ];
}

/** Systems of the workflows, and runtimes that are supported, on which no lane has passed. */
function neverRun(): string[] {
  const ran = readRanOn();
  const workflows = ['ci', 'release'].map((name) => read(`.github/workflows/${name}.yml`)).join('\n');
  const systems = [
    ...[...workflows.matchAll(/\b(ubuntu|macos|windows)-[\w.-]+/g)].map(([runner, system = '']) => {
      const isArm = /arm/.test(runner) || (system === 'macos' && !/13|intel|large/.test(runner));
      return `${{ ubuntu: 'linux', macos: 'darwin', windows: 'win32' }[system] ?? system} ${isArm ? 'arm64' : 'x64'}`;
    }),
    ...[...workflows.matchAll(/linux\/(amd|arm)64/g)].map(([, kind]) => `linux ${kind === 'arm' ? 'arm64' : 'x64'}`),
  ];
  const nodes = [...workflows.matchAll(/\bnode: \[([^\]]+)\]/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const runtimes = [...nodes.map((node) => `Node ${node}`), `Electron ${versionOf('electron').split('.')[0] ?? ''}`];
  const known = Object.values(ran).flat();
  return [
    ...[...new Set(systems)].filter((system) => !(system in ran)).map(nameOf),
    ...[...new Set(runtimes)].filter((runtime) => !known.includes(runtime)),
  ].toSorted();
}

/** Name of a system as its users call it: `macOS arm64` for `darwin arm64`. */
function nameOf(system: string): string {
  return system.replace('darwin', 'macOS').replace('win32', 'Windows').replace('linux', 'Linux');
}

function versionOf(name: string): string {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  return packages[`node_modules/${name}`]?.version ?? '';
}

/** The tests that name a package in an import, or in code that they give to Hangar. */
function testsWith(name: string): string {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.test.ts'),
  );
  const found = tests.filter((path) => read(join('test', path)).includes(`from '${name}`));
  if (found.length === 0) throw new Error(`no test uses ${name}`);
  return found
    .map((path) => `\`test/${path}\``)
    .toSorted()
    .join(', ');
}
