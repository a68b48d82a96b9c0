import { basename } from 'node:path';
import { type FoundFile, MOST_BYTES, readUtf8 } from './found-files.ts';

/** The part of a definition file in a repository. */
type FilePart = 'task' | 'node' | 'python' | 'project' | 'development' | 'other';

const CODE = /\.([a-z][a-z0-9]*)\.(?:[mc]?[jt]s|[jt]sx)$/;
const PYTHON = /_([a-z][a-z0-9]*)\.py$/;
const PROJECT = /^([a-z][a-z0-9]*)(?:\.dev)?\.ya?ml$/;

/** Words in the names of files that belong to no SDK. */
const COMMON = new Set(
  ['config', 'conf', 'd', 'e2e', 'fixture', 'main', 'min', 'mock', 'module', 'page', 'setup', 'spec', 'stories'].concat(
    ['story', 'test', 'tests', 'util', 'utils', 'view', 'types', 'task', 'docker', 'schema', 'styles', 'init'],
  ),
);

/** The part of a file, by its name. @param word the SDK's */
export function partOf(path: string, word: string | undefined): FilePart {
  const name = basename(path);
  if (/\.task\.(?:ya?ml|json)$/.test(name)) return 'task';
  if (/\.view\.ya?ml$/.test(name)) return 'other';
  if (word === undefined) return 'other';
  if (CODE.exec(name)?.[1] === word) return 'node';
  if (PYTHON.exec(name)?.[1] === word) return 'python';
  if (name === `${word}.yaml` || name === `${word}.yml`) return 'project';
  return name === `${word}.dev.yaml` || name === `${word}.dev.yml` ? 'development' : 'other';
}

/** The words of SDKs that files are named by: those that the files prove, else those that only their names say. */
export function wordsIn(files: readonly FoundFile[]): {
  readonly sure: readonly string[];
  readonly possible: readonly string[];
} {
  const sure = new Set<string>();
  const possible = new Set<string>();
  for (const { path } of files) {
    const name = basename(path);
    const word = CODE.exec(name)?.[1] ?? PYTHON.exec(name)?.[1] ?? PROJECT.exec(name)?.[1];
    if (word === undefined || COMMON.has(word) || sure.has(word)) continue;
    if (isProof(path, name, word)) sure.add(word);
    else if (!PROJECT.test(name)) possible.add(word);
  }
  return { sure: [...sure], possible: [...possible] };
}

/** Maximum part of a file that is looked at, in characters. */
const LOOKED_AT = 200_000;

function isProof(path: string, name: string, word: string): boolean {
  let text: string;
  try {
    text = readUtf8(path, MOST_BYTES.entry).slice(0, LOOKED_AT);
  } catch {
    return false;
  }
  if (PROJECT.test(name)) {
    const fields = name.includes('.dev.') ? /^(?:resources|configVars|envVars)\s*:/m : /^(?:javascript|python)\s*:/m;
    return fields.test(text);
  }
  const forms = [
    `(?:from|import|require\\()\\s*['"]${word}(?:sdk)?['"/]`,
    `\\b${word}\\.(?:task|workflow|view)\\b`,
    `__${word}\\b`,
    `^\\s*(?:import|from)\\s+${word}(?:sdk)?\\b`,
  ];
  return new RegExp(forms.join('|'), 'm').test(text);
}
