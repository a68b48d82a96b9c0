import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Flags, FLAGS } from '../../electron/programs/flags/flags.ts';
import { flagName, variableName } from '../../electron/programs/flags/read-flags.ts';
import { readCommandLine, type CommandLine } from '../../electron/programs/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'hangar-flags-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file that holds a text; gives its path. */
function tokenFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A token that is just long enough for other machines. */
const LONG = 'sixteen-letters!';
const TOO_SHORT = 'can be reached from other machines: its --admin-token must have at least 16 characters';
const NO_TOKEN = 'holds no token: it must be 1 to 200 letters, digits or signs without spaces';

const UNSET: Flags = {
  port: undefined,
  host: undefined,
  data: undefined,
  workspace: undefined,
  definitions: [],
  sdk: undefined,
  schedules: false,
  bundle: undefined,
  resume: false,
  inMemory: false,
  apiKey: undefined,
  adminToken: undefined,
  adminTokenFile: undefined,
  allowedHost: [],
  corsOrigin: [],
  durability: undefined,
  now: undefined,
  freeze: false,
  autoSkip: false,
  schedule: undefined,
  logFormat: undefined,
  quiet: false,
};

/** One good value of each flag, as text and as it is read; the compiler asks for a row for each new flag. */
const GOOD: Record<keyof typeof FLAGS, { text: string; value: unknown; beside?: Partial<Flags> }> = {
  port: { text: '4321', value: 4321 },
  host: { text: 'localhost', value: 'localhost' },
  data: { text: '/some/where', value: '/some/where' },
  workspace: { text: 'w.json', value: 'w.json' },
  definitions: { text: 'tasks', value: ['tasks'] },
  sdk: { text: 'acme', value: 'acme' },
  schedules: { text: 'true', value: true },
  bundle: { text: 'a.hangar-bundle', value: 'a.hangar-bundle' },
  resume: { text: 'true', value: true, beside: { bundle: 'a.hangar-bundle' } },
  inMemory: { text: 'true', value: true },
  apiKey: { text: 'tkn_x', value: 'tkn_x' },
  adminToken: { text: 's3cret!', value: 's3cret!' },
  adminTokenFile: { text: tokenFile('file', 's3cret!\n'), value: 's3cret!' },
  allowedHost: { text: 'hangar.test', value: ['hangar.test'] },
  corsOrigin: { text: 'http://localhost:3000', value: ['http://localhost:3000'] },
  durability: { text: 'power', value: 'power' },
  now: { text: '2026-01-01T00:00:00Z', value: Date.UTC(2026) * 1000 },
  freeze: { text: '1', value: true },
  autoSkip: { text: 'true', value: true },
  schedule: { text: 'found.json', value: 'found.json' },
  logFormat: { text: 'json', value: 'json' },
  quiet: { text: '1', value: true },
};
const names = Object.keys(GOOD) as (keyof typeof GOOD)[];

function read(args: readonly string[], variables: Record<string, string> = {}): CommandLine {
  return readCommandLine(args, variables, '1.2.3');
}

function flagsOf(args: readonly string[], variables: Record<string, string> = {}): Flags {
  const request = read(['serve', ...args], variables);
  if (request.program !== 'serve') throw new Error('nothing to read');
  return request.flags;
}

describe('flags', () => {
  test.each(names)('%s is read from the command line, with and without "=", and from its variable', (name) => {
    const { text, value, beside = {} } = GOOD[name];
    const others = Object.entries(beside).flatMap(([other, given]) => [`--${other}`, String(given)]);
    const expected = { ...UNSET, ...beside, [name]: value };
    const apart = FLAGS[name].metavar === '' ? [flagName(name)] : [flagName(name), text];
    expect(flagsOf([...others, ...apart])).toEqual(expected);
    expect(flagsOf([...others, `${flagName(name)}=${text}`])).toEqual(expected);
    expect(flagsOf(others, { [variableName(name)]: text })).toEqual(expected);
    expect(flagsOf([], { [variableName(name)]: '' })).toEqual(UNSET);
  });

  test.each<[what: string, args: string[], variables: Record<string, string>, expected: Partial<Flags>]>([
    ['a flag wins over its variable', ['--port', '1'], { HANGAR_PORT: '2' }, { port: 1 }],
    ['a wrong variable is not read when the flag is given', ['-p', '1'], { HANGAR_PORT: 'x' }, { port: 1 }],
    ['a switch can be turned off against its variable', ['--quiet=false'], { HANGAR_QUIET: '1' }, { quiet: false }],
    ['the last of two values holds', ['-p', '1', '-p2'], {}, { port: 2 }],
    ['a list gathers its values', ['--allowed-host=a', '--allowed-host', 'b'], {}, { allowedHost: ['a', 'b'] }],
    ['a list in a variable has commas', [], { HANGAR_ALLOWED_HOST: 'a, b,' }, { allowedHost: ['a', 'b'] }],
    ['0 is a port', ['--port', '0'], {}, { port: 0 }],
    ['brackets of an IPv6 address are taken off', ['--host', '[::1]'], {}, { host: '::1' }],
    ['an origin loses its final slash', ['--cors-origin=https://a.test/'], {}, { corsOrigin: ['https://a.test'] }],
    [
      'any host goes with a long token',
      ['--host', '0.0.0.0', '--admin-token', LONG],
      {},
      { host: '0.0.0.0', adminToken: LONG },
    ],
  ])('%s', (_, args, variables, expected) => {
    expect(flagsOf(args, variables)).toEqual({ ...UNSET, ...expected });
  });

  test.each<[args: string[], variables: Record<string, string>, message: string]>([
    [['--port', 'x'], {}, '--port must be a whole number from 0 to 65535, not "x"'],
    [['--port', '65536'], {}, '--port must be a whole number from 0 to 65535, not "65536"'],
    [['-p', '-1'], {}, '--port must be a whole number from 0 to 65535, not "-1"'],
    [['--port'], {}, '--port needs a value: --port N'],
    [[], { HANGAR_PORT: '1.5' }, 'HANGAR_PORT must be a whole number from 0 to 65535, not "1.5"'],
    [['--host', 'a:80'], {}, '--host must be a host name or an IP address without a port, not "a:80"'],
    [['--host', '0.0.0.0'], {}, '--host 0.0.0.0 can be reached from other machines: it needs --admin-token'],
    [[], { HANGAR_HOST: 'box.lan' }, '--host box.lan can be reached from other machines: it needs --admin-token'],
    [['--host', '0.0.0.0', '--admin-token', LONG.slice(1)], {}, `--host 0.0.0.0 ${TOO_SHORT}`],
    [['--host', '::', '--admin-token', 'a'], {}, `--host :: ${TOO_SHORT}`],
    [['--host', 'box.lan'], { HANGAR_ADMIN_TOKEN: 'a' }, `--host box.lan ${TOO_SHORT}`],
    [['--host', 'box.lan', '--admin-token-file', tokenFile('short', 'a')], {}, `--host box.lan ${TOO_SHORT}`],
    [
      ['--admin-token-file', tokenFile('both', LONG)],
      { HANGAR_ADMIN_TOKEN: LONG },
      'give either --admin-token or --admin-token-file, not both',
    ],
    [
      ['--admin-token-file', '/not/there'],
      {},
      "--admin-token-file cannot be read: ENOENT: no such file or directory, open '/not/there'",
    ],
    [[], { HANGAR_ADMIN_TOKEN_FILE: tokenFile('empty', '') }, `HANGAR_ADMIN_TOKEN_FILE ${NO_TOKEN}`],
    [['--admin-token-file', tokenFile('spaces', 'a b')], {}, `--admin-token-file ${NO_TOKEN}`],
    [
      ['--admin-token-file', tokenFile('lines', 'a\nb\n')],
      {},
      '--admin-token-file cannot be read: it has more than one line',
    ],
    [
      ['--admin-token-file', tokenFile('long', 'x'.repeat(5000))],
      {},
      '--admin-token-file cannot be read: it has more than 4096 bytes',
    ],
    [['--data='], {}, '--data must be a path'],
    [['--workspace='], {}, '--workspace must be a path'],
    [['--in-memory=yes'], {}, '--in-memory must be 1, true, 0 or false, not "yes"'],
    [[], { HANGAR_IN_MEMORY: 'on' }, 'HANGAR_IN_MEMORY must be 1, true, 0 or false, not "on"'],
    [
      ['--api-key', 'abc'],
      {},
      '--api-key must begin with "tkn_", then 1 to 200 letters, digits or signs without spaces',
    ],
    [['--admin-token', 'a b'], {}, '--admin-token must be 1 to 200 letters, digits or signs without spaces'],
    [
      ['--allowed-host', 'http://a'],
      {},
      '--allowed-host must be a host name or an IP address without a port, not "http://a"',
    ],
    [['--cors-origin', 'a.test'], {}, '--cors-origin must be an origin such as http://localhost:3000, not "a.test"'],
    [
      ['--cors-origin', 'http://a/b'],
      {},
      '--cors-origin must be an origin such as http://localhost:3000, not "http://a/b"',
    ],
    [['--resume'], {}, '--resume is for the runs of a bundle: give it with --bundle FILE'],
    [['--log-format', 'xml'], {}, '--log-format must be text or json, not "xml"'],
    [['--prot', '1'], {}, 'unknown flag --prot; did you mean --port?'],
    [['--inmemory'], {}, 'unknown flag --inmemory; did you mean --in-memory?'],
    [['--colour'], {}, 'unknown flag --colour; see --help'],
    [['-x'], {}, 'unknown flag -x; see --help'],
    [['stray'], {}, 'unexpected argument "stray"'],
  ])('%j with %j is refused in one clear line', (args, variables, message) => {
    expect(() => flagsOf(args, variables)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });
});

describe('programs', () => {
  test('exec takes what follows "--" as the command, flags and all', () => {
    expect(read(['exec', '--port', '5', '--', 'npm', 'test', '--help', '--', '-x'])).toEqual({
      program: 'exec',
      flags: { ...UNSET, port: 5 },
      command: ['npm', 'test', '--help', '--', '-x'],
    });
  });

  test.each([['--help'], ['-h'], ['serve', '--help'], ['exec', '-h', '--', 'x']])(
    'help names every flag, its variable and every exit code: %s %s',
    (...args) => {
      const request = read(args);
      const text = request.program === 'print' ? request.text : '';
      const missing = names
        .flatMap((name) => [flagName(name), variableName(name)])
        .filter((word) => !text.includes(word));
      expect(missing).toEqual([]);
      // Explanations are aligned; a flag that is too long for that has its own line.
      const [, flags = ''] = /\nFlags.*\n([^]*?)\n\n/.exec(text) ?? [];
      const crowded = flags.split('\n').filter((line) => (line[25] ?? ' ') !== ' ' && !/--[a-z-]+ \S+$/.test(line));
      expect({ lines: flags.split('\n').length > 10, crowded }).toEqual({ lines: true, crowded: [] });
      expect(text).toMatch(/Exit codes[^]*\n {2}0 {2}[^]*\n {2}1 {2}[^]*\n {2}2 {2}[^]*\n {2}3 {2}[^]*\n {2}4 {2}/);
    },
  );

  test.each([
    [[], 'no command given: use hangar serve, hangar exec -- COMMAND…, or hangar replay FILE; see hangar --help'],
    [['launch'], 'there is no command "launch"; see hangar --help'],
    [['promts'], 'there is no command "promts"; did you mean hangar prompts?'],
    [['fualt'], 'there is no command "fualt"; did you mean hangar fault?'],
    [['fualt', 'add', 'tasks/execute'], 'there is no command "fualt"; did you mean hangar fault add?'],
    [['serv'], 'there is no command "serv"; did you mean hangar serve?'],
    [['exce', '--', 'ls'], 'there is no command "exce"; did you mean hangar exec?'],
    [['fault', 'ad'], 'there is no command "fault ad"; did you mean hangar fault add?'],
    [['clock', 'advence', '1h'], 'there is no command "clock advence"; did you mean hangar clock advance?'],
    [['clock', '1h'], 'unexpected argument "1h"'],
    [['checkpoint', 'svae', 'a'], 'there is no command "checkpoint svae"; did you mean hangar checkpoint save?'],
    [['runs', '--limt', '3'], 'unknown flag --limt; did you mean --limit?'],
    [['wait', '--timeout', '3'], 'wait needs a second word: hangar wait settled, hangar wait run; see hangar --help'],
    [['run'], 'run needs more: hangar run TASK [name=value …]'],
    [['fault'], 'fault needs a second word: hangar fault add, hangar fault remove; see hangar --help'],
    [['get', 'a', 'b'], 'unexpected argument "b"'],
    [['run', 'a', '--waits'], 'unknown flag --waits; did you mean --wait?'],
    [
      ['clock', 'advance', '1h', '--patience', 'x'],
      '--patience must be a duration such as 90s, 10m, 2h or 3d, not "x"',
    ],
    [['replay'], 'replay needs a recording: hangar replay [flags] FILE'],
    [['replay', 'a.har', 'b.har'], 'replay takes one recording; unexpected argument "b.har"'],
    [['replay', 'a.har', '--port', '5'], 'unknown flag --port; see --help'],
    [['replay', 'a.har', '--url', 'localhost:4100'], '--url must be a URL such as http://127.0.0.1:4100'],
    [['replay', 'a.har', '--report', 'r.txt'], '--report must be a file that ends in .json, .md, .xml, not "r.txt"'],
    [['exec'], 'exec needs a command: hangar exec [flags] -- COMMAND…'],
    [['exec', '--'], 'exec needs a command: hangar exec [flags] -- COMMAND…'],
    [['exec', 'npm', 'test'], 'unexpected argument "npm"'],
  ])('%j is refused in one clear line', (args, message) => {
    expect(() => read(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });
});
