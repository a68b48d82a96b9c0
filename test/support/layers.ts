import { posix } from 'node:path';
import { readSource } from './source-file.ts';

/** A layer: which files are in it, what it may import, and which globals of the platform it must not touch. */
interface Layer {
  readonly files: RegExp;
  /** Layers beside itself. */
  readonly imports: readonly LayerName[];
  /** Packages and Node modules. */
  readonly packages: RegExp;
  readonly noGlobals?: readonly string[];
}

const NODE = /^node:/;
/** Anything but what belongs to one platform or one layer only. */
const BROWSER = /^(?!node:|electron(?:$|\/)|hono(?:$|\/)|lowdb|chokidar)/;
/** Time, chance and the platform come through ports, so that tests can move them. */
const PLATFORM = [
  ...['process', 'Buffer', 'console', 'fetch', 'crypto', 'performance', 'globalThis', 'structuredClone'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'Date.now', 'Date.new', 'Math.random'],
];

const SHARED = [
  'shared/values',
  'shared/registry',
  'shared/http',
  'shared/expression',
  'shared/model',
  'shared/definitions',
  'shared/contract',
] as const;
/** Layers that every part of the emulator may use. */
const BASE = [...SHARED, 'timers', 'files', 'platform', 'engine'] as const;
const PARTS = [
  'archive',
  'lab',
  'behaviors',
  'definitions',
  'store',
  'store/workspace',
  'store/state',
  'store/checkpoints',
  'store/traffic',
  'server',
  'host',
] as const;

/** The layers of the architecture as data; `imports` lists the layers below. */
const LAYERS = {
  'shared/values': { files: /^shared\/values\//, imports: [], packages: /^(?:croner|zod)$/ },
  'shared/registry': { files: /^shared\/registry\//, imports: ['shared/values'], packages: /^zod$/ },
  'shared/http': { files: /^shared\/http\//, imports: ['shared/values', 'shared/registry'], packages: /^zod$/ },
  'shared/expression': {
    files: /^shared\/expression\//,
    imports: ['shared/values'],
    packages: /^(?:acorn|re2js)$/,
  },
  'shared/model': {
    files: /^shared\/(?:model\/|script-context\.d\.ts$)/,
    imports: ['shared/values', 'shared/registry', 'shared/http', 'shared/expression'],
    packages: /^zod$/,
  },
  /** Definition files of repositories, as tasks. */
  'shared/definitions': {
    files: /^shared\/definitions\//,
    imports: ['shared/values', 'shared/registry', 'shared/http', 'shared/expression', 'shared/model'],
    packages: /^(?:yaml|zod)$/,
  },
  'shared/contract': {
    files: /^shared\/contract\//,
    imports: ['shared/values', 'shared/registry', 'shared/http', 'shared/model', 'shared/definitions'],
    packages: /^zod$/,
  },
  'shared/desktop': { files: /^shared\/[^/]+\.ts$/, imports: SHARED, packages: /^zod$/ },

  /** Node's timers, as they are before a suite replaces them. */
  timers: { files: /^electron\/emulator\/timers\//, imports: [], packages: NODE },
  files: { files: /^electron\/emulator\/files\//, imports: [], packages: NODE },
  /** Differences between Windows, macOS and Linux. */
  platform: {
    files: /^electron\/emulator\/platform\//,
    imports: ['shared/values', 'timers', 'files'],
    packages: /^(?:node:.*|cross-spawn)$/,
  },
  engine: { files: /^electron\/emulator\/engine\//, imports: SHARED, packages: /^zod$/, noGlobals: PLATFORM },
  /** Long work in pieces; knows nothing of what the work is. */
  slices: { files: /^electron\/emulator\/slices\//, imports: [...SHARED, 'timers'], packages: NODE },
  /** The one form of exports, bundles and checkpoints. */
  archive: { files: /^electron\/emulator\/archive\//, imports: [...SHARED, 'slices'], packages: NODE },
  /** Rules that change what clients get. */
  lab: {
    files: /^electron\/emulator\/lab\//,
    imports: [...SHARED, 'engine', 'slices'],
    packages: /^zod$/,
    noGlobals: PLATFORM,
  },
  behaviors: {
    files: /^electron\/emulator\/behaviors\//,
    imports: BASE,
    packages: /^(?!electron(?:$|\/)|hono)/,
  },
  /** Definition files of a repository, merged with the workspace. */
  definitions: {
    files: /^electron\/emulator\/definitions\//,
    imports: BASE,
    packages: /^(?:node:.*|ignore|picomatch)$/,
  },
  /** Code of both stores; neither store imports the other. */
  store: { files: /^electron\/emulator\/store\/[^/]+$/, imports: BASE, packages: /^(?:node:.*|zod)$/ },
  'store/workspace': {
    files: /^electron\/emulator\/store\/workspace\//,
    imports: [...BASE, 'slices', 'store'],
    packages: /^(?:node:.*|lowdb.*|chokidar|jsonc-parser|zod)$/,
  },
  'store/state': {
    files: /^electron\/emulator\/store\/state\//,
    imports: [...BASE, 'slices', 'store'],
    packages: /^(?:node:.*|zod)$/,
  },
  'store/checkpoints': {
    files: /^electron\/emulator\/store\/checkpoints\//,
    imports: [...BASE, 'archive', 'store', 'store/state'],
    packages: /^(?:node:.*|zod)$/,
  },
  'store/traffic': {
    files: /^electron\/emulator\/store\/traffic\//,
    imports: [...BASE, 'slices', 'store', 'store/state'],
    packages: /^node:/,
  },
  server: {
    files: /^electron\/emulator\/server\//,
    imports: [...BASE, 'archive', 'slices', 'lab'],
    packages: /^(?:node:.*|hono\/router.*|jsonc-parser|zod)$/,
  },
  host: { files: /^electron\/emulator\/host\//, imports: BASE, packages: NODE },
  emulator: {
    files: /^electron\/emulator\/(?:compose\/)?[^/]+\.ts$/,
    imports: [...BASE, 'slices', ...PARTS],
    packages: NODE,
  },
  programs: {
    files: /^electron\/programs\//,
    imports: [...BASE, 'archive', 'host', 'emulator'],
    packages: /^(?:node:.*|cross-spawn|vitest|zod|@modelcontextprotocol\/sdk\/.*)$/,
  },
  preload: { files: /^electron\/desktop\/preload\.ts$/, imports: ['shared/desktop'], packages: /^electron$/ },
  desktop: {
    files: /^electron\/desktop\//,
    imports: [...BASE, 'shared/desktop', 'host', 'emulator', 'programs'],
    packages: /^(?:node:.*|electron|zod)$/,
  },

  'renderer/docs': { files: /^renderer\/docs\//, imports: [], packages: /^$/ },
  'renderer/ui': { files: /^renderer\/ui\//, imports: [...SHARED, 'shared/desktop'], packages: BROWSER },
  'renderer/core': {
    files: /^renderer\/core\//,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui'],
    packages: BROWSER,
  },
  'renderer/authoring': {
    files: /^renderer\/authoring\//,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui', 'renderer/core'],
    packages: BROWSER,
  },
  'renderer/features': {
    files: /^renderer\/features\//,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui', 'renderer/core', 'renderer/authoring'],
    packages: BROWSER,
  },
  'renderer/app': {
    files: /^renderer\/(?:app\/|[^/]+\.tsx?$)/,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui', 'renderer/core', 'renderer/authoring', 'renderer/features'],
    packages: BROWSER,
  },
} as const satisfies Record<string, Omit<Layer, 'imports'> & { readonly imports: readonly string[] }>;
type LayerName = keyof typeof LAYERS;

/** Style sheets, images and data, which are no code. */
const ASSET = /\.(?:css|svg|png|json|html)$/;

/** Every way in which a source file breaks the layering, as sentences. */
export function violationsOf(path: string, text: string): string[] {
  const name = layerOf(path);
  if (name === undefined) return [`${path} is in no layer`];
  const layer: Layer = LAYERS[name];
  const { imports, globals } = readSource(path, text);
  const broken = imports.map(({ specifier }) =>
    specifier.startsWith('.')
      ? fileViolation({ path, name, layer, target: targetOf(path, specifier) })
      : layer.packages.test(specifier)
        ? undefined
        : `${path}: ${name} must not import the package "${specifier}"`,
  );
  const touched = (layer.noGlobals ?? []).filter((global) => globals.has(global));
  return [
    ...broken.filter((sentence) => sentence !== undefined),
    ...touched.map((global) => `${path}: ${name} must not use ${global}`),
  ];
}

/** The path of what is imported, without what tells the bundler how, such as `?raw`. */
function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
}

interface FileImport {
  readonly path: string;
  readonly name: LayerName;
  readonly layer: Layer;
  readonly target: string;
}

function fileViolation({ path, name, layer, target }: FileImport): string | undefined {
  if (ASSET.test(target)) return undefined;
  const below = layerOf(target);
  if (below === undefined) return `${path}: imports ${target}, which is in no layer`;
  if (below !== name && !layer.imports.includes(below)) return `${path}: ${name} must not import ${below} (${target})`;
  if (below === 'renderer/features' && name === below && featureOf(path) !== featureOf(target)) {
    return `${path}: features must not import each other (${target})`;
  }
  return undefined;
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? '';
}

function layerOf(path: string): LayerName | undefined {
  // Object.entries widens the keys of a table that is complete by its type.
  return (Object.entries(LAYERS) as [LayerName, Layer][]).find(([, { files }]) => files.test(path))?.[0];
}
