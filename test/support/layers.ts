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
const BROWSER = /^(?!node:|electron(?:$|\/)|hono(?:$|\/)|@hono\/|lowdb|chokidar)/;
/** Time, chance and the platform come through ports, so that tests can move them. */
const PLATFORM = [
  ...['process', 'Buffer', 'console', 'fetch', 'crypto', 'performance', 'globalThis', 'structuredClone'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'Date.now', 'Date.new', 'Math.random'],
];

const SHARED = ['shared/json', 'shared/http', 'shared/model', 'shared/contract'] as const;
const PARTS = ['behaviors', 'store', 'server', 'host'] as const;

/** The layering of the architecture, as data: `imports` says what stands below a layer. */
const LAYERS = {
  'shared/json': { files: /^shared\/model\/json\.ts$/, imports: [], packages: /^zod$/ },
  'shared/http': { files: /^shared\/http\//, imports: ['shared/json'], packages: /^zod$/ },
  'shared/model': {
    files: /^shared\/(?:(?:model|registry|expression)\/|script-context\.d\.ts$)/,
    imports: ['shared/json', 'shared/http'],
    packages: /^(?:zod|acorn|re2js)$/,
  },
  'shared/contract': {
    files: /^shared\/contract\//,
    imports: ['shared/json', 'shared/http', 'shared/model'],
    packages: /^zod$/,
  },
  'shared/desktop': { files: /^shared\/[^/]+\.ts$/, imports: SHARED, packages: /^zod$/ },

  files: { files: /^electron\/files\//, imports: [], packages: NODE },
  engine: { files: /^electron\/engine\//, imports: SHARED, packages: /^zod$/, noGlobals: PLATFORM },
  /** Long work in pieces; knows nothing of what the work is. */
  slices: { files: /^electron\/slices\//, imports: SHARED, packages: NODE },
  behaviors: {
    files: /^electron\/behaviors\//,
    imports: [...SHARED, 'files', 'engine'],
    packages: /^(?!electron|@?hono)/,
  },
  store: {
    files: /^electron\/store\//,
    imports: [...SHARED, 'files', 'engine', 'slices'],
    packages: /^(?:node:.*|lowdb.*|chokidar|jsonc-parser|zod)$/,
  },
  server: {
    files: /^electron\/server\//,
    imports: [...SHARED, 'files', 'engine', 'slices'],
    packages: /^(?:node:.*|@?hono.*|jsonc-parser|zod)$/,
  },
  host: { files: /^electron\/host\//, imports: [...SHARED, 'files', 'engine'], packages: NODE },
  emulator: {
    files: /^electron\/(?:(?:emulator|sample-workspace)\.ts$|composition\/)/,
    imports: [...SHARED, 'files', 'engine', 'slices', ...PARTS],
    packages: NODE,
  },
  options: { files: /^electron\/options\//, imports: [...SHARED, 'host', 'emulator'], packages: NODE },
  programs: {
    files: /^electron\/programs\//,
    imports: [...SHARED, 'engine', 'host', 'options', 'emulator'],
    packages: /^(?:node:.*|cross-spawn)$/,
  },
  headless: {
    files: /^electron\/(?:headless|library)\.ts$/,
    imports: [...SHARED, 'engine', 'host', 'options', 'emulator', 'programs'],
    packages: NODE,
  },
  shell: {
    files: /^electron\/(?:main\.ts|shell\/)/,
    imports: [...SHARED, 'shared/desktop', 'files', 'engine', 'host', 'options', 'emulator', 'programs'],
    packages: /^(?:node:.*|electron|zod)$/,
  },
  preload: { files: /^electron\/preload\.ts$/, imports: ['shared/desktop'], packages: /^electron$/ },

  'renderer/docs': { files: /^renderer\/docs\//, imports: [], packages: /^$/ },
  'renderer/ui': { files: /^renderer\/ui\//, imports: [...SHARED, 'shared/desktop'], packages: BROWSER },
  'renderer/core': {
    files: /^renderer\/core\//,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui'],
    packages: BROWSER,
  },
  'renderer/features': {
    files: /^renderer\/features\//,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui', 'renderer/core'],
    packages: BROWSER,
  },
  'renderer/app': {
    files: /^renderer\/(?:app\/|[^/]+\.tsx?$)/,
    imports: [...SHARED, 'shared/desktop', 'renderer/ui', 'renderer/core', 'renderer/features'],
    packages: BROWSER,
  },
} as const satisfies Record<string, Omit<Layer, 'imports'> & { readonly imports: readonly string[] }>;
type LayerName = keyof typeof LAYERS;

/** The names of decisions are words that an endpoint may carry; at run time nothing of the contract is below it. */
const TYPES_ONLY: ReadonlySet<string> = new Set(['shared/http/endpoint.ts -> shared/contract/decisions.ts']);

/** Style sheets, images and data, which are no code. */
const ASSET = /\.(?:css|svg|png|json|html)$/;

/** Every way in which a source file breaks the layering, as sentences. */
export function violationsOf(path: string, text: string): string[] {
  const name = layerOf(path);
  if (name === undefined) return [`${path} is in no layer`];
  const layer: Layer = LAYERS[name];
  const { imports, globals } = readSource(path, text);
  const broken = imports.map(({ specifier, typeOnly }) =>
    specifier.startsWith('.')
      ? fileViolation({ path, name, layer, target: targetOf(path, specifier), typeOnly })
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
  readonly typeOnly: boolean;
}

function fileViolation({ path, name, layer, target, typeOnly }: FileImport): string | undefined {
  if (ASSET.test(target)) return undefined;
  const below = layerOf(target);
  if (below === undefined) return `${path}: imports ${target}, which is in no layer`;
  if (typeOnly && TYPES_ONLY.has(`${path} -> ${target}`)) return undefined;
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
