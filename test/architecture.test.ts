import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUDGETS, folderOfBudget } from './support/budgets.ts';
import { cyclesBetweenFiles, cyclesBetweenFolders } from './support/import-cycles.ts';
import { violationsOf } from './support/layers.ts';
import { type Import, readSource } from './support/source-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const paths = ['shared', 'electron', 'renderer'].flatMap((folder) => sourcesIn(folder));

function sourcesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /(?<!\.d|\.config)\.tsx?$/.test(path));
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Groups of components that contain each other, as their values do. */
const RECURSIVE_COMPONENTS = [
  // A parameter of type object has parameters.
  ['renderer/authoring/fields/ParameterRow.tsx', 'renderer/authoring/fields/ParametersEditor.tsx'],
  // A field of type object has fields.
  ['renderer/core/forms/ObjectField.tsx', 'renderer/core/forms/ParameterFields.tsx', 'renderer/core/forms/widgets.tsx'],
];

describe('the layers', () => {
  test('no source file imports what does not stand below it, and the engine touches no platform', () => {
    expect(paths.flatMap((path) => violationsOf(path, textOf(path)))).toEqual([]);
  });

  test('no folders import each other in a circle', () => {
    expect(cyclesBetweenFolders(paths, textOf)).toEqual([]);
  });

  test('no files import each other in a circle, except components that contain themselves', () => {
    expect(cyclesBetweenFiles(paths, textOf)).toEqual(RECURSIVE_COMPONENTS);
  });

  test('at most three files refer to each other in a circle, types included', () => {
    expect(cyclesBetweenFiles(paths, textOf, true).filter(({ length }) => length > 3)).toEqual([]);
  });

  test('no folder has more lines than its budget', () => {
    const lines = new Map<string, number>();
    for (const path of paths) {
      const folder = folderOfBudget(path);
      lines.set(folder, (lines.get(folder) ?? 0) + textOf(path).split('\n').length - 1);
    }
    // A feature that needs more raises the budget in a commit of its own, which says what it bought.
    expect([...lines].filter(([folder, count]) => count > (BUDGETS[folder] ?? 0))).toEqual([]);
    expect(Object.keys(BUDGETS).filter((folder) => !lines.has(folder))).toEqual([]);
  });

  test('a circle of folders or files would be noticed', () => {
    const texts: Record<string, string> = {
      'a/x.ts': `import { y } from './b/y.ts';`,
      'a/b/y.ts': `import type { z } from '../../c/z.ts';`,
      'c/z.ts': `import { x } from '../a/x.ts';`,
      'd/w.ts': `import { x } from '../a/x.ts';`,
    };
    const textIn = (path: string): string => texts[path] ?? '';
    expect(cyclesBetweenFolders(Object.keys(texts), textIn)).toEqual([['a', 'a/b', 'c']]);
    expect(cyclesBetweenFiles(Object.keys(texts), textIn)).toEqual([]);
    expect(cyclesBetweenFiles(Object.keys(texts), textIn, true)).toEqual([['a/b/y.ts', 'a/x.ts', 'c/z.ts']]);
    texts['a/b/y.ts'] = `import { x, type z } from '../x.ts';`;
    expect(cyclesBetweenFiles(Object.keys(texts), textIn)).toEqual([['a/b/y.ts', 'a/x.ts']]);
  });

  test('no chain of imports leads from the engine to Node, Hono or Electron', () => {
    const reached = packagesReachedFrom(paths.filter((path) => path.startsWith('electron/emulator/engine/')));
    expect(reached.files.length).toBeGreaterThan(20);
    expect(reached.packages.filter((name) => /^(?:node:|electron|@?hono)/.test(name))).toEqual([]);
  });

  test('the window begins, and shows what happens, without the schemas and the expression language', () => {
    const pages = paths.filter((path) =>
      /features\/(?:overview|traffic|runs|sessions|prompts)\/\w+Page\.tsx$/.test(path),
    );
    const reached = packagesReachedFrom(['renderer/app/main.tsx', ...pages], (path, { typeOnly, deferred }) => {
      // Modules that the build precomputes import nothing.
      return !typeOnly && deferred !== true && path !== 'renderer/core/data/routes.ts';
    });
    expect(pages).toHaveLength(5);
    expect(reached.files.length).toBeGreaterThan(100);
    expect(reached.packages.filter((name) => /^(?:zod|acorn|re2js|@codemirror)/.test(name))).toEqual([]);
  });

  test('the window loads code on demand only by what recovers from a failure', () => {
    const deferring = paths
      .filter((path) => path.startsWith('renderer/'))
      .flatMap((path) => importsOf(path).flatMap(({ deferred }) => (deferred ? [path] : [])));
    expect(deferring.length).toBeGreaterThan(10);
    expect(deferring.filter((path) => !textOf(path).includes('lazyComponent('))).toEqual([]);
  });
});

describe('the path of a request', () => {
  /** Reads the target as it was sent, or decides by how a path begins. */
  const RAW_PATH =
    /\b(?:incoming|request|req|raw)\??\.(?:url|path|originalUrl)\b|\.pathname\b|\bpathname\b|decodeURI|startsWith\(['"`]\/[v_]/;
  /** Files that normalise paths, and those with Chromium's own addresses, which are normalised later. */
  const NORMALISING = ['electron/emulator/server/request/target.ts', 'electron/desktop/confine.ts'];

  test('is read where it is normalised, and nowhere else', () => {
    const reading = paths.filter(
      (path) => /^electron\/(?:emulator\/server|desktop)\//.test(path) && RAW_PATH.test(textOf(path)),
    );
    expect(reading.sort()).toEqual([...NORMALISING].sort());
  });

  test.each([
    `const { url } = context.req.url;`,
    `if (incoming.url?.startsWith('/x')) return;`,
    `new URL(at).pathname`,
    `path.startsWith('/_emulator')`,
    `decodeURIComponent(path)`,
  ])('would be noticed: %s', (text) => {
    expect(text).toMatch(RAW_PATH);
  });
});

/** Folders whose folders are described, each by a README.md. */
const DESCRIBED = ['electron', 'electron/emulator', 'renderer', 'shared'];

test('every folder of a part has a README.md that describes it', () => {
  const folders = DESCRIBED.flatMap((part) =>
    readdirSync(join(root, part), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'public')
      .map(({ name }) => `${part}/${name}`),
  );
  expect(folders.length).toBeGreaterThan(15);
  expect([...folders, 'build', 'test'].filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([]);
});

test('every file that CONTRIBUTING.md or a README of a folder names is there', () => {
  const all = ['shared', 'electron', 'renderer', 'build', 'test', '.'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).map(
      (path) => `/${posix.join(folder, path.replaceAll('\\', '/'))}`,
    ),
  );
  const pages = all.filter((path) => /\/(?:README|CONTRIBUTING)\.md$/.test(path));
  const lost = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g), ([, name = '']) =>
      name.replace(/^(?:\.\.?\/)+/, ''),
    )
      .filter((name) => !all.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${page}: ${name}`),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(lost).toEqual([]);
});

describe('the unit tests', () => {
  /** Imports of tests that use the build, a browser, npm or a database. */
  const PROGRAMS =
    /^(?:build\/ensure-built\.mjs|test\/(?:hardening\/package\/support|e2e|desktop)\/.*|test\/support\/(?:program|built-program|postgres|small-disk)\.ts)$/;
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('test', path.replaceAll('\\', '/')))
    .filter((path) => /\.test\.tsx?$/.test(path));
  const isUnit = (path: string) => !/^test\/(?:programs|hardening)\//.test(path);
  // The product imports no tests.
  const isTestCode = (path: string, { specifier }: Import) => {
    const target = posix.join(posix.dirname(path), specifier);
    return /^(?:test|build)\/.*\.(?:tsx?|mjs)$/.test(target) && existsSync(join(root, target));
  };
  const programsBehind = (path: string) =>
    packagesReachedFrom([path], isTestCode).files.filter((reached) => PROGRAMS.test(reached));

  test('need no build, browser, npm or database: tests that do are in test/programs and test/hardening', () => {
    const needing = tests.filter((path) => isUnit(path) && programsBehind(path).length > 0);
    expect(needing).toEqual([]);
    expect(tests.filter(isUnit).length).toBeGreaterThan(80);
  });

  test('would be noticed when they needed one', () => {
    expect(programsBehind('test/programs/serve.test.ts')).toContain('test/support/built-program.ts');
    expect(programsBehind('test/hardening/programs/resources-in-use.test.ts')).toContain('test/support/postgres.ts');
  });
});

/** The imports of a file. */
function importsOf(path: string): readonly Import[] {
  return readSource(path, textOf(path)).imports;
}

/** The packages and files that these files import, directly or not. */
function packagesReachedFrom(
  start: readonly string[],
  counts: (path: string, found: Import) => boolean = () => true,
): { packages: string[]; files: string[] } {
  const files = new Set<string>(start);
  const packages = new Set<string>();
  // The iteration includes elements added meanwhile.
  for (const path of files) {
    for (const found of importsOf(path)) {
      const { specifier } = found;
      if (!counts(path, found)) continue;
      if (specifier.startsWith('.')) files.add(posix.join(posix.dirname(path), specifier));
      else packages.add(specifier);
    }
  }
  return { packages: [...packages], files: [...files] };
}

/** Functions that open and read files, or make folders. A file may be a named pipe or endless; a folder may be public. */
const OPENS =
  /\b(?:readFile|readFileSync|createReadStream|openAsBlob|readv|open|openSync|mkdir|mkdirSync|opendir|opendirSync)\b/;
/** The modules that do so, and what for. */
const OPENERS: Readonly<Record<string, string>> = {
  'electron/emulator/files/read-file.ts': 'opens without waiting, looks at what it opened, and stops at a limit',
  'electron/emulator/files/folders.ts': 'makes folders for the user alone',
  'electron/emulator/host/read-input.ts':
    'reads the token of a file that the person names, which may be a pipe, up to a limit',
  'electron/emulator/platform/hold-file.ts': 'a file that only this process may open',
  'electron/emulator/platform/sync-folder.ts': 'a folder, whose names are written to the disk',
  'electron/emulator/store/state/folder-disk.ts':
    'makes and writes the files of the state; reads them through read-file.ts',
  'electron/emulator/store/state/lock-file.ts':
    'makes the lock of a data folder and keeps it open; reads others through read-file.ts',
  'electron/emulator/store/traffic/traffic-file.ts':
    'makes and writes the file of the traffic log, following no link; reads them through read-file.ts',
  'electron/emulator/store/workspace/workspace-adapter.ts': 'makes the draft of the workspace file',
};

/** The names of `node:fs` that a file imports or calls by its default import. */
function fileCallsIn(text: string): string[] {
  const imports = [...text.matchAll(/import ([^;]*?) from '(?:node:)?fs(?:\/promises)?'/g)].map(
    ([, names = '']) => names,
  );
  const members =
    imports.length === 0 ? [] : [...text.matchAll(/\bfs\.(?:promises\.)?(\w+)/g)].map(([, name = '']) => name);
  return [...imports.flatMap((names) => names.match(/\w+/g) ?? []), ...members].filter((name) => OPENS.test(name));
}

test('files are opened and folders made in one place each', () => {
  const found = paths.filter((path) => path.startsWith('electron/') && fileCallsIn(textOf(path)).length > 0);
  expect(found.sort()).toEqual(Object.keys(OPENERS).sort());
  expect(fileCallsIn(`import { existsSync, readFileSync } from 'node:fs';`)).toEqual(['readFileSync']);
  expect(fileCallsIn(`import fs from 'node:fs';\nfs.promises.open('a');`)).toEqual(['open']);
});

/** The modules of the emulator that open connections or listen, and for whom. What they send for somebody they mark. */
const CONNECTORS: Readonly<Record<string, string>> = {
  'electron/emulator/behaviors/built-in/process/database-socket.ts': 'built-in tasks: databases, by host and port',
  'electron/emulator/behaviors/built-in/process/outbound-request.ts': 'built-in tasks: HTTP, marked',
  'electron/emulator/behaviors/script/process/main.ts': 'the pipe of a process of scripts',
  'electron/emulator/behaviors/script/process/thread/context.ts': 'scripts: their own `fetch`',
  'electron/emulator/host/loopback.ts': 'requests that are sent again, which traffic-sender.ts marks',
  'electron/emulator/server/http/port-holder.ts': 'the start: asks which program holds a port',
  'electron/emulator/server/listen.ts': 'the server',
};

test('connections are opened in one place each, so that nothing is sent for somebody without its mark', () => {
  const connects = (text: string): boolean =>
    /(?:^import (?!type)[^;]*?\b(?:request|get|connect|createServer|Socket|Agent)\b[^;]*? from|import\() ?'node:(?:https?|http2|net|tls|dgram)'/m.test(
      text,
    ) || /(?<![.\w'])fetch\(/.test(text);
  const found = paths.filter((path) => path.startsWith('electron/emulator/') && connects(textOf(path)));
  expect(found.sort()).toEqual(Object.keys(CONNECTORS).sort());
});

/** The files beside electron/emulator/platform that ask which system this is, and what for. Each only hands it on. */
const ASKING_PLATFORM: Readonly<Record<string, string>> = {
  'electron/desktop/bridge.ts': 'the program of the editor',
  'electron/desktop/desktop.ts': 'the file `hangar` for the terminal',
  'electron/desktop/preload.ts': 'the page, which shows the keys of the system',
  'electron/desktop/system.ts': 'menus, icons and the end of the session',
};

describe('what differs between Windows, macOS and Linux', () => {
  const asks = (text: string): boolean => /\bprocess\.platform\b|\bos\.platform\(/.test(text);
  const compares = (text: string): boolean => /\bprocess\.platform\s*(?:[!=]=|\?|\])/.test(text);

  test('is in one folder, which takes the system as a parameter', () => {
    const elsewhere = paths.filter((path) => !path.startsWith('electron/emulator/platform/') && asks(textOf(path)));
    expect(elsewhere.sort()).toEqual(Object.keys(ASKING_PLATFORM).sort());
    expect(paths.filter((path) => compares(textOf(path)))).toEqual([]);
  });

  test('is skipped in tests by its name, as a tool that the machine lacks', () => {
    const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join('test', path.replaceAll('\\', '/')))
      .filter((path) => /\.(?:test|spec|setup)\.tsx?$/.test(path));
    const skipping = /\b(?:skipIf|runIf|skip|if)\(\s*process\.platform\b|skip\([^)]*process\.platform/;
    expect(tests.filter((path) => skipping.test(textOf(path)))).toEqual([]);
    expect(['test.skipIf(process', "platform === 'win32')('…')"].join('.')).toMatch(skipping);
  });

  test.each([`if (process.platform === 'win32') return;`, `process.platform !== 'linux' ? 1 : 2`])(
    'would be noticed: %s',
    (text) => {
      expect([asks(text), compares(text)]).toEqual([true, true]);
    },
  );
});

test('text from elsewhere is written to a terminal without its control characters', () => {
  const writes = (text: string): boolean => /\bstd(?:out|err)\.write\(/.test(text);
  const writers = paths.filter((path) => path.startsWith('electron/') && writes(textOf(path)));
  expect(writers.length).toBeGreaterThan(3);
  expect(writers.filter((path) => !/\bprintable\(/.test(textOf(path)))).toEqual([]);
});

describe('the rule itself', () => {
  const violations: [path: string, text: string, sentence: RegExp][] = [
    [
      'electron/emulator/engine/x.ts',
      `import { readFile } from 'node:fs/promises';`,
      /must not import the package "node:fs/,
    ],
    ['electron/emulator/engine/x.ts', `import fs from 'fs';`, /must not import the package "fs"/],
    ['electron/emulator/engine/x.ts', `import type { Context } from 'hono';`, /must not import the package "hono"/],
    [
      'electron/emulator/engine/x.ts',
      `const { app } = await import('electron');`,
      /must not import the package "electron"/,
    ],
    ['electron/emulator/engine/x.ts', `const fs = require('node:fs');`, /must not import the package "node:fs"/],
    ['electron/emulator/engine/x.ts', `import { a } from '../store/a.ts';`, /engine must not import store/],
    ['electron/emulator/engine/x.ts', `export * from '../server/a.ts';`, /engine must not import server/],
    [
      'electron/emulator/engine/x.ts',
      `export type A = import('../behaviors/a.ts').A;`,
      /engine must not import behaviors/,
    ],
    ['electron/emulator/engine/x.ts', `import '../host/clock.ts';`, /engine must not import host/],
    ['electron/emulator/engine/x.ts', `export const at = () => Date.now();`, /must not use Date\.now/],
    ['electron/emulator/engine/x.ts', `export const at = () => new Date();`, /must not use Date\.new/],
    ['electron/emulator/engine/x.ts', `export const seed = Math.random();`, /must not use Math\.random/],
    ['electron/emulator/engine/x.ts', `setTimeout(() => {}, 5);`, /must not use setTimeout/],
    ['electron/emulator/engine/x.ts', `export const home = process.env['HOME'];`, /must not use process/],
    ['electron/emulator/engine/x.ts', `export const bytes = Buffer.from('x');`, /must not use Buffer/],
    ['electron/emulator/engine/x.ts', `export const all = { console };`, /must not use console/],
    ['electron/emulator/server/x.ts', `import { a } from '../store/a.ts';`, /server must not import store/],
    ['electron/emulator/server/x.ts', `import { a } from '../emulator.ts';`, /server must not import emulator/],
    ['electron/emulator/store/x.ts', `import { a } from '../server/a.ts';`, /store must not import server/],
    ['electron/emulator/store/x.ts', `import { Hono } from 'hono';`, /must not import the package "hono"/],
    [
      'electron/emulator/store/state/x.ts',
      `import { a } from '../workspace/a.ts';`,
      /must not import store\/workspace/,
    ],
    ['electron/emulator/store/x.ts', `import { a } from './state/a.ts';`, /store must not import store\/state/],
    ['electron/emulator/behaviors/x.ts', `import { a } from '../server/a.ts';`, /behaviors must not import server/],
    ['electron/emulator/behaviors/x.ts', `import { a } from '../store/a.ts';`, /behaviors must not import store/],
    [
      'electron/emulator/behaviors/x.ts',
      `new Worker(new URL('../store/a.ts', import.meta.url));`,
      /must not import store/,
    ],
    ['electron/programs/headless.ts', `import { app } from 'electron';`, /must not import the package "electron"/],
    ['electron/programs/headless.ts', `import { a } from '../desktop/window.ts';`, /programs must not import desktop/],
    ['electron/programs/headless.ts', `import { a } from '../emulator/store/a.ts';`, /programs must not import store/],
    [
      'electron/emulator/emulator.ts',
      `import { app } from 'electron/main';`,
      /must not import the package "electron\/main"/,
    ],
    ['electron/desktop/preload.ts', `import { a } from '../emulator/emulator.ts';`, /preload must not import emulator/],
    ['shared/model/x.ts', `import { a } from '../contract/a.ts';`, /shared\/model must not import shared\/contract/],
    ['shared/http/endpoint.ts', `import { A } from '../contract/decisions.ts';`, /must not import shared\/contract/],
    ['shared/contract/x.ts', `import { a } from '../../electron/emulator/engine/a.ts';`, /must not import engine/],
    ['shared/contract/x.ts', `import { hash } from 'node:crypto';`, /must not import the package "node:crypto"/],
    ['renderer/core/x.ts', `import { a } from '../../electron/emulator/engine/a.ts';`, /must not import engine/],
    ['renderer/core/x.ts', `import { a } from '../features/runs/a.tsx';`, /must not import renderer\/features/],
    ['renderer/core/x.ts', `import { a } from '../authoring/a.ts';`, /must not import renderer\/authoring/],
    ['renderer/ui/x.tsx', `import { a } from '../core/a.ts';`, /renderer\/ui must not import renderer\/core/],
    ['renderer/app/x.tsx', `import { ipcRenderer } from 'electron';`, /must not import the package "electron"/],
    ['renderer/app/x.tsx', `import { join } from 'node:path';`, /must not import the package "node:path"/],
    ['renderer/features/runs/x.tsx', `import { a } from '../tasks/a.tsx';`, /must not import each other/],
    [
      'electron/emulator/server/x.ts',
      `import { a } from '../../../renderer/core/a.ts';`,
      /must not import renderer\/core/,
    ],
    ['electron/elsewhere/x.ts', ``, /is in no layer/],
    ['electron/emulator/engine/x.ts', `import { a } from '../elsewhere/a.ts';`, /which is in no layer/],
  ];
  test.each(violations)('reports in %s: %s', (path, text, sentence) => {
    expect(violationsOf(path, text)).toEqual([expect.stringMatching(sentence)]);
  });

  const allowed: [path: string, text: string][] = [
    ['electron/emulator/engine/x.ts', `import { z } from 'zod'; import { a } from '../../../shared/model/a.ts';`],
    [
      'electron/emulator/engine/x.ts',
      `type T = { process: string }; const turn = { process: 1 }; turn.process; new Date(5);`,
    ],
    ['electron/emulator/engine/x.ts', `function f(process: string) { return process; }`],
    [
      'electron/emulator/server/x.ts',
      `import { RegExpRouter } from 'hono/router/reg-exp-router'; import { a } from '../engine/a.ts';`,
    ],
    ['renderer/features/runs/x.tsx', `import { a } from './deep/a.tsx'; import './x.css';`],
    ['electron/desktop/x.ts', `import { app } from 'electron'; import { a } from '../emulator/emulator.ts';`],
  ];
  test.each(allowed)('allows in %s: %s', (path, text) => {
    expect(violationsOf(path, text)).toEqual([]);
  });
});
