import type { BehaviorKind } from '../../../shared/model/behavior.ts';
import { type Json, jsonEqual, type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';

/** Field of a draft with the behaviors that are not selected, so that switching loses nothing before saving. */
const KEPT = '$behaviors';

const FIRST_SCRIPT = `/** @type {import('hangar/script').Script} */
export default async ({ params, log }) => {
  log.info('Started');
  return { params };
};
`;

/** A new behavior of each kind. */
const BLANKS: Readonly<Record<BehaviorKind, JsonObject>> = {
  steps: { kind: 'steps', steps: [] },
  script: { kind: 'script', source: FIRST_SCRIPT },
  command: { kind: 'command', command: [''], env: {}, shell: false },
  builtin: { kind: 'builtin', name: 'rest_request', paramValues: { method: 'GET', path: '/' } },
};

/** Switches the kind of behavior; restores the previous one of that kind, or starts a new one. */
export function switchBehavior(draft: JsonObject, kind: BehaviorKind): JsonObject {
  const before = objectOf(draft['behavior']);
  const { startDelaySeconds = 0, queueSeconds = 0, failureRate = 0, ...own } = before;
  const kept = without(objectOf(draft[KEPT]), kind);
  const isBlank = Object.values(BLANKS).some((blank) => jsonEqual({ ...blank }, { ...own }));
  const next = isBlank ? kept : { ...kept, [textOf(before['kind'])]: own };
  const simulation = { startDelaySeconds, queueSeconds, failureRate };
  const behavior = { ...objectOf(objectOf(draft[KEPT])[kind] ?? { ...BLANKS[kind] }), ...simulation };
  return withKept({ ...draft, behavior }, next);
}

/** Switches between source code and a file; keeps the other one in the draft. */
export function switchScript(draft: JsonObject, from: 'source' | 'file'): JsonObject {
  const { source, file, ...rest } = objectOf(draft['behavior']);
  const kept = objectOf(draft[KEPT]);
  const other = from === 'file' ? 'source' : 'file';
  const present = from === 'file' ? source : file;
  const isBlank = present === '' || present === FIRST_SCRIPT;
  const next = isBlank || present === undefined ? without(kept, from) : { ...without(kept, from), [other]: present };
  const text = textOf(kept[from] ?? (from === 'file' ? '' : FIRST_SCRIPT));
  return withKept({ ...draft, behavior: { ...rest, [from]: text } }, next);
}

function withKept(draft: JsonObject, kept: JsonObject): JsonObject {
  const rest = without(draft, KEPT);
  return Object.keys(kept).length === 0 ? rest : { ...rest, [KEPT]: { ...kept } };
}

function without(object: JsonObject, name: string): Record<string, Json> {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}
