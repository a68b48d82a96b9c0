import type { BehaviorKind } from '../../../shared/model/behavior.ts';
import { type Json, jsonEqual, type JsonObject } from '../../../shared/values/json.ts';
import { objectOf, textOf } from '../../authoring/context/json-path.ts';

/** Where a draft keeps the behaviors that were written and then switched away from: nothing of them is lost before saving. */
const KEPT = '$behaviors';

const FIRST_SCRIPT = `/** @type {import('hangar/script').Script} */
export default async ({ params, log }) => {
  log.info('It runs');
  return { params };
};
`;

/** A behavior of each kind as one begins with it. */
const BLANKS: Readonly<Record<BehaviorKind, JsonObject>> = {
  steps: { kind: 'steps', steps: [] },
  script: { kind: 'script', source: FIRST_SCRIPT },
  command: { kind: 'command', command: [''], env: {}, shell: false },
};

/** The draft with another kind of behavior: what was there of that kind before, else a blank one. */
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

/** The draft with its script in a file, or written here; the other one is kept meanwhile. */
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
