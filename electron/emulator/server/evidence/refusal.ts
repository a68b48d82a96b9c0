import type { FaultItem } from '../../../../shared/contract/emulator/rules.ts';
import type { Refusal, Repair } from '../../../../shared/contract/emulator/traffic.ts';
import type { TrafficRow, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import type { ErrorFacts, Problem } from '../../../../shared/http/errors.ts';
import { nearestOf } from '../../../../shared/expression/suggestion.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import {
  type Json,
  type JsonObject,
  jsonOfText,
  objectOf,
  pathText,
  plainJson,
  valueAt,
} from '../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { createTask } from './task-of-call.ts';

type Task = Workspace['tasks'][number];

/** A refused request and what it may have meant. */
interface Refused {
  readonly row: TrafficRow;
  /** The data behind its error. The message is not read: it may quote anything that a client sent. */
  readonly facts: ErrorFacts;
  readonly request: Pick<TrafficSide, 'body'>;
  /** False when its body was masked or cut, so that it cannot be sent changed. */
  readonly isWhole: boolean;
  readonly workspace: Pick<Workspace, 'tasks' | 'runbooks'>;
  readonly faults: readonly FaultItem[];
}

/** A refused request with its fields. */
interface Sent extends Refused {
  readonly query: JsonObject;
  readonly body: JsonObject;
}

/** A refusal without the parts that it has not. */
type Found = Partial<Refusal>;

/** The refusal of a logged request, with its repairs; null for one that was not refused. Pure. */
export function refusalOf(refused: Refused): Refusal | null {
  const { row, request } = refused;
  if (row.error === '' || row.status < 400) return null;
  const query = Object.fromEntries(new URLSearchParams(row.query));
  const sent = { ...refused, query, body: objectOf(jsonOfText(request.body)) };
  return { text: plainText(row.error), sent: namingFields(sent), nearest: '', repairs: [], ...foundIn(sent) };
}

function foundIn(sent: Sent): Found {
  const { row, facts } = sent;
  if (row.fault !== undefined) return causedByFault(sent);
  const { problems = [], named, environment } = facts;
  const [, kind = ''] = EXECUTE.exec(row.path) ?? [];
  const task = kind === 'tasks' ? taskOf(sent) : undefined;
  if (problems.length > 0)
    return task === undefined ? refusedFields(sent, problems) : refusedCall(sent, task, problems);
  if (environment !== undefined)
    return { repairs: [sendAgain(sent, `Send again in ${environment}`, { headers: { [ENVIRONMENT]: environment } })] };
  if (row.status === 404 && named !== undefined && kind === `${named.noun}s`) return unknownName(sent, named);
  if (row.code !== 'task_must_be_requested' || task === undefined) return {};
  const change = { requireRequests: false };
  return { repairs: [changedTask(task, 'withoutApproval', `Let ${task.slug} run without approval`, change)] };
}

const EXECUTE = /\/v0\/(tasks|runbooks)\/execute$/;
const ENVIRONMENT = 'X-Service-Env-Slug';

/** The task that a call names, as the engine finds it (decision `id-field`). */
function taskOf({ body, workspace }: Sent): Task | undefined {
  const named = [body['id'], body['taskID'], body['slug']].find((name) => typeof name === 'string' && name !== '');
  return workspace.tasks.find(({ slug, id }) => slug === named || id === named);
}

/** A message of the interface in the marks of prose. */
function plainText(error: string): string {
  return error.replaceAll(/"([^"]*)"/g, '“$1”').replaceAll('`', '');
}

/** The fields by which a request named what its error is about. */
function namingFields({ facts: { named }, query, body }: Sent): Refusal['sent'] {
  if (named === undefined) return [];
  return Object.entries({ ...body, ...query })
    .filter(([field]) => (field === 'envSlug') === (named.noun === 'environment'))
    .filter(([, value]) => typeof value === 'string' && quoteForMessage(value) === named.name)
    .map(([path, value]) => ({ path, value }));
}

/** The answer of a fault, and the switch of the fault while it goes on. */
function causedByFault({ row, faults }: Sent): Found {
  const slug = row.fault?.slug ?? '';
  const fault = faults.find((each) => each.slug === slug && each.enabled && !each.completed);
  const repairs: Repair[] = [];
  if (fault !== undefined) {
    const { id, source, matched, applied, remaining, completed, ...rule } = fault;
    const request = {
      method: 'PUT',
      path: `/_emulator/faults/${id}`,
      body: plainJson({ ...rule, enabled: false }),
    } as const;
    repairs.push({ kind: 'switchOff', label: `Switch off fault ${slug}`, request });
  }
  return { text: `The fault “${slug}” answered: ${plainText(row.error)}`, repairs };
}

/** Sends a call again with a changed body, or with a header. */
function sendAgain({ row }: Sent, label: string, change: { body: JsonObject } | { headers: JsonObject }): Repair {
  return {
    kind: 'sendAgain',
    label,
    request: { method: 'POST', path: `/_emulator/traffic/${row.id}/send`, body: change },
  };
}

function unknownName(sent: Sent, { noun, name }: NonNullable<ErrorFacts['named']>): Found {
  const { body, isWhole, workspace } = sent;
  const text = `There is no ${noun} “${name}”.`;
  // A name of other definitions is no ID: only a slug has repairs.
  if (body['slug'] !== name) return { text };
  const names = (noun === 'task' ? workspace.tasks : workspace.runbooks).map(({ slug }) => slug);
  const nearest = nearestOf(name, names) ?? '';
  const made = noun === 'task' ? createTask(name, body) : undefined;
  return {
    text,
    nearest,
    repairs: [
      ...(nearest === '' || !isWhole
        ? []
        : [sendAgain(sent, `Send again as ${nearest}`, { body: { ...body, slug: nearest } })]),
      ...(made === undefined ? [] : [made]),
    ],
  };
}

/** The clauses of problems with the values that they are about: `amount must be a number, got “24 EUR”.` */
function clauses(problems: readonly Problem[], sent: Sent): string {
  return `${problems.map((problem) => clauseOf(problem, valueOf(problem, sent))).join('; ')}.`;
}

function clauseOf({ name, text, lacks }: Problem, value: Json | undefined): string {
  const said = plainText(text);
  const quoted =
    typeof value === 'string' ? `“${quoteForMessage(value, 60)}”` : quoteForMessage(JSON.stringify(value ?? null), 60);
  const got =
    value === undefined || value === null || lacks === 'alias' || said.includes(quoted) ? '' : `, got ${quoted}`;
  if (name === '') return `${said}${got}`;
  // A name of a client's own may look like a clause.
  const shown = /^[\w.[\]-]+(?:, [\w.[\]-]+)*$/.test(name) ? name : `“${name}”`;
  return `${shown}${/^(?:must|may|is|has|cannot)\b/.test(said) ? ' ' : ': '}${said}${got}`;
}

/** The value that a problem is about; `undefined` when there is none. */
function valueOf({ at = [] }: Problem, { query, body }: Sent): Json | undefined {
  return at.length === 0 ? undefined : valueAt({ query, body }, at);
}

/** The values that problems are about, as far as they came. */
function wrongValues(problems: readonly Problem[], sent: Sent): Refusal['sent'] {
  return problems.flatMap((problem) => {
    const value = valueOf(problem, sent);
    return value === undefined ? [] : [{ path: pathText(problem.at?.slice(1) ?? []), value }];
  });
}

function refusedFields(sent: Sent, problems: readonly Problem[]): Found {
  return { text: clauses(problems, sent), sent: wrongValues(problems, sent) };
}

/** Parameters and aliases that a call and its task have not in common. */
interface Lacks {
  readonly missing: readonly string[];
  /** Values that came under other names than those. */
  readonly meant: readonly { readonly slug: string; readonly name: string }[];
  readonly aliases: readonly string[];
  readonly given: JsonObject;
}

function refusedCall(sent: Sent, task: Task, problems: readonly Problem[]): Found {
  const lacks = lacksOf(sent, task, problems);
  const { missing, meant, aliases, given } = lacks;
  const resources = objectOf(sent.body['resources']);
  return {
    text: textOf(sent, { task, problems, lacks }),
    sent: [
      ...meant.map(({ name }) => ({ path: `paramValues.${name}`, value: given[name] ?? null })),
      ...wrongValues(problems, sent),
    ],
    nearest: nearestOf(aliases[0] ?? '', Object.keys(task.resources)) ?? '',
    repairs: [
      ...renamed(sent, lacks),
      ...missing.map((slug) => optionalParameter(task, slug)),
      ...aliases.flatMap((name) => {
        const bound = resources[name];
        const change = { resources: { ...task.resources, [name]: typeof bound === 'string' ? bound : '' } };
        return typeof bound === 'string' ? [changedTask(task, 'addAlias', `Add alias ${name}`, change)] : [];
      }),
    ],
  };
}

function lacksOf({ body }: Sent, task: Task, problems: readonly Problem[]): Lacks {
  const given = objectOf(body['paramValues']);
  const missing = problems.flatMap(lacking('value')).filter((name) => {
    const { constraints, default: preset } = task.parameters.find(({ slug }) => slug === name) ?? {};
    // It may have changed since.
    return constraints?.optional === false && preset === undefined;
  });
  const unknown = Object.keys(given).filter((name) => !task.parameters.some(({ slug }) => slug === name));
  const meant = missing.flatMap((slug) => {
    const name = nearestOf(slug, unknown);
    return name === undefined ? [] : [{ slug, name }];
  });
  const aliases = problems.flatMap(lacking('alias')).filter((name) => !Object.hasOwn(task.resources, name));
  return { missing, meant, aliases, given };
}

/** Returns the function that gives the name of the parameter or alias that is missing by a problem, if one is. */
function lacking(what: Problem['lacks']): (problem: Problem) => readonly string[] {
  // It is below `paramValues` or `resources` of the body.
  return ({ lacks, at }) => (lacks === what && at !== undefined ? [String(at[2])] : []);
}

/** The call with the parameters that were written otherwise, if any and if it is known whole. */
function renamed(sent: Sent, { meant, given }: Lacks): Repair[] {
  if (meant.length === 0 || !sent.isWhole) return [];
  const slugOf = (name: string) => meant.find((each) => each.name === name)?.slug ?? name;
  const paramValues = Object.fromEntries(Object.entries(given).map(([name, value]) => [slugOf(name), value]));
  const label = `Send again with ${meant.map(({ slug }) => slug).join(', ')}`;
  return [sendAgain(sent, label, { body: { ...sent.body, paramValues } })];
}

interface Refusing {
  readonly task: Task;
  readonly problems: readonly Problem[];
  readonly lacks: Lacks;
}

/** The text of a refused call: what the task needs, then what is wrong with what it got. */
function textOf(sent: Sent, { task, problems, lacks: { missing, meant } }: Refusing): string {
  const others = problems.filter((problem) => !lacking('value')(problem).some((name) => missing.includes(name)));
  const got = meant.length === 0 ? '' : `, got ${meant.map(({ name }) => name).join(' and ')}`;
  return [
    missing.length === 0 ? '' : `${task.slug} needs ${missing.join(' and ')}${got}.`,
    others.length === 0 ? '' : clauses(others, sent),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function optionalParameter(task: Task, optional: string): Repair {
  const parameters = task.parameters.map((each) =>
    each.slug === optional ? { ...each, constraints: { ...each.constraints, optional: true } } : each,
  );
  return changedTask(task, 'makeOptional', `Make ${optional} optional`, { parameters });
}

function changedTask(task: Task, kind: Repair['kind'], label: string, change: Partial<Task>): Repair {
  const path = `/_emulator/tasks/${task.id ?? task.slug}`;
  return { kind, label, request: { method: 'PUT', path, body: plainJson({ ...task, ...change }) } };
}
