import { PLACEHOLDER } from '../../../shared/model/placeholders.ts';
import { isCredentialHeader, isPageToken } from '../../../shared/model/secrets.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../shared/values/json.ts';
import { type CarriedIdsTrial, isTime, VARYING } from './carried-ids.ts';
import { isOfConnection } from './target-server.ts';

/** An answer for comparison. */
export interface ComparedAnswer {
  /** 0 without an answer. */
  readonly status: number;
  readonly body: string;
}

/** The first part of an answer that differs. */
export interface Difference {
  /** JSON path such as `$.runs[0].status`, or `status` for the status of the answer. */
  readonly path: string;
  /** Shortened texts of both sides; `nothing` for a missing value. */
  readonly expected: string;
  readonly got: string;
}

/** Rules of a comparison. */
interface ComparisonRules {
  readonly ids: CarriedIdsTrial;
  /** Allows unfinished work of the recording to have progressed: missing values and unfinished statuses may differ. */
  readonly mayBeFurther: boolean;
  /** The body of the recording is truncated. */
  readonly isCut: boolean;
}

/** Maximum compared nesting of JSON; the service accepts less. */
const MAX_LEVELS = 500;

/** Compares an answer with the recorded one, except IDs and times. Returns the first difference. */
export function compareAnswers(
  expected: ComparedAnswer,
  got: ComparedAnswer,
  rules: ComparisonRules,
): Difference | undefined {
  if (expected.status !== got.status) return differ('status', expected.status, got.status);
  if (rules.isCut) return undefined;
  const [recorded, current] = [parsed(expected.body), parsed(got.body)];
  if (recorded === undefined || current === undefined) return compareTexts(expected.body, got.body, '$', rules);
  return compareValues(recorded, current, { path: '$', name: '', level: 0 }, rules);
}

interface Position {
  readonly path: string;
  /** Name of the field. */
  readonly name: string;
  readonly level: number;
  /** True for the headers of a webhook's request. */
  readonly isOfWebhook?: boolean;
}

function compareValues(expected: Json, got: Json, at: Position, rules: ComparisonRules): Difference | undefined {
  if (at.level > MAX_LEVELS || (rules.mayBeFurther && isNothing(expected))) return undefined;
  if (Array.isArray(expected) && Array.isArray(got)) return compareLists(expected, got, at, rules);
  if (isJsonObject(expected) && isJsonObject(got)) return compareObjects(expected, got, at, rules);
  if (typeof expected === 'string' && typeof got === 'string') {
    if (rules.mayBeFurther && at.name === 'status' && !isFinished(expected)) return undefined;
    if (isPageToken(at.name) && expected !== '' && got !== '')
      return rules.ids.pair(expected, got) ? undefined : differ(at.path, expected, got);
    return compareTexts(expected, got, at.path, rules);
  }
  return expected === got ? undefined : differ(at.path, expected, got);
}

function isNothing(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === '';
  return Object.keys(value).length === 0;
}

function compareLists(
  expected: readonly Json[],
  got: readonly Json[],
  { path, level }: Position,
  rules: ComparisonRules,
): Difference | undefined {
  const length = rules.mayBeFurther ? expected.length : Math.max(expected.length, got.length);
  for (let i = 0; i < length; i++) {
    const at = { path: `${path}[${i}]`, name: '', level: level + 1 };
    const [before, now] = [expected[i], got[i]];
    if (before === undefined || now === undefined) return differ(at.path, before, now);
    const difference = compareValues(before, now, at, rules);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function compareObjects(
  expected: JsonObject,
  got: JsonObject,
  { path, level, isOfWebhook = false }: Position,
  rules: ComparisonRules,
): Difference | undefined {
  // First, since the status is the most useful difference.
  const names = new Set([...('status' in expected ? ['status'] : []), ...Object.keys(expected), ...Object.keys(got)]);
  const isPayload = WEBHOOK_PAYLOAD.every((name) => name in expected);
  for (const name of names) {
    // Those of the connection and the credentials are of this sending.
    if (isOfWebhook && (isOfConnection(name) || isCredentialHeader(name))) continue;
    const at = {
      path: /^\w+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
      name,
      level: level + 1,
      isOfWebhook: isPayload && name === 'headers',
    };
    const [before, now] = [expected[name], got[name]];
    if (before === undefined && rules.mayBeFurther) continue;
    if (before === undefined || now === undefined) return differ(at.path, before, now);
    const difference = compareValues(before, now, at, rules);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Fields that tell the payload of a webhook, also in the outputs and the children of its run. */
const WEBHOOK_PAYLOAD = ['slug', 'headers', 'body', 'rawBody'];

function compareTexts(expected: string, got: string, path: string, { ids }: ComparisonRules): Difference | undefined {
  const different = differ(path, expected, got);
  if (PLACEHOLDER_IN.test(expected) && expected !== got)
    return matchesAround(expected.split(PLACEHOLDER_IN), got) ? undefined : different;
  const [before, now] = [expected.split(VARYING), got.split(VARYING)];
  if (before.length !== now.length) return different;
  const isSame = before.every((part, index) => {
    const other = now[index] ?? '';
    if (index % 2 === 0) return part === other;
    if (isTime(part)) return isTime(other);
    return part.slice(0, 3) === other.slice(0, 3) || part.length === 36 ? ids.pair(part, other) : false;
  });
  return isSame ? undefined : different;
}

const PLACEHOLDER_IN = new RegExp(PLACEHOLDER.source.replace(/^\^|\$$/g, ''));

/** True when a text has these parts in this order, with anything between them. */
function matchesAround(parts: readonly string[], text: string): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? Math.max(at, text.length - part.length) : text.indexOf(part, at);
    if (!text.startsWith(part, found) || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return true;
}

function differ(path: string, expected: Json | undefined, got: Json | undefined): Difference {
  return { path, expected: shownValue(expected), got: shownValue(got) };
}

const SHOWN = 300;

function shownValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Statuses of runs, sessions and prompts that are not final. */
const UNFINISHED = new Set(['NotStarted', 'Queued', 'Pending', 'Active', 'Waiting', 'Cancelling']);

/** True for a final status. */
export function isFinished(status: string): boolean {
  return !UNFINISHED.has(status);
}

/** The runs and sessions in an answer with their statuses. */
export function* statusesIn(answer: Json | undefined): Generator<{ id: string; status: string }, void, undefined> {
  const open: Json[] = answer === undefined ? [] : [answer];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isJsonObject(value)) {
      const { id, status } = value;
      if (typeof id === 'string' && typeof status === 'string') yield { id, status };
      for (const item of Object.values(value)) open.push(item);
    }
  }
}

/** The parsed body; `undefined` when it is not JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
