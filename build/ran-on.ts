import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../test/ran-on.json', import.meta.url));

/** Runtimes on which a lane of tests has passed, by system: `"linux x64": ["Electron 33", "Node 20"]`. */
export type RanOn = Readonly<Record<string, readonly string[]>>;

/** Reads `test/ran-on.json`. */
export function readRanOn(): RanOn {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RanOn;
}

/**
 * Notes that a lane of tests has passed here, for the README's table of what was never run. Returns what is new, "" when nothing is.
 * @param electron path of the Electron of the tests
 */
export function recordRun(electron: string | undefined): string {
  const before = readRanOn();
  const system = `${process.platform} ${process.arch}`;
  const runtimes = [`Node ${majorOf(process.version)}`, ...electronOf(electron)];
  const known = before[system] ?? [];
  const added = runtimes.filter((each) => !known.includes(each));
  if (added.length === 0) return '';
  const after = { ...before, [system]: [...known, ...added].sort() };
  const sorted = Object.fromEntries(Object.entries(after).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  return `${system}, ${added.join(', ')}`;
}

function electronOf(path: string | undefined): string[] {
  const file = join(dirname(path ?? ''), 'version');
  return path !== undefined && existsSync(file) ? [`Electron ${majorOf(readFileSync(file, 'utf8'))}`] : [];
}

function majorOf(version: string): string {
  return /\d+/.exec(version)?.[0] ?? '';
}
