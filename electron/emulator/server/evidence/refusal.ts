import type { FaultItem } from '../../../../shared/contract/emulator/rules.ts';
import type { Refusal, Repair } from '../../../../shared/contract/emulator/traffic.ts';
import type { TrafficRow, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import { nearestOf } from '../../../../shared/expression/suggestion.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { type Json, type JsonObject, jsonOfText, objectOf, plainJson } from '../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { createTask } from './task-of-call.ts';

type Task = Workspace['tasks'][number];

/** A refused request and what it may have meant. */
interface Refused {
  readonly row: TrafficRow;
  readonly request: Pick<TrafficSide, 'body'>;
  /** False when its body was masked or cut, so that it cannot be sent changed. */
  readonly isWhole: boolean;
  readonly workspace: Pick<Workspace, 'tasks' | 'runbooks'>;
  readonly faults: readonly FaultItem[];
}

/** A refused request with its fields, by the names that messages use. */
interface Sent extends Refused {
  readonly body: JsonObject;
  /** The fields of its query and its body, and the values in it. */
  readonly fields: readonly Field[];
}

interface Field {
  /** As messages name it. */
  readonly name: string;
  readonly path: string;
  readonly value: Json;
}

/** A refusal without the parts that it has not. */
type Found = Partial<Refusal>;

/** The refusal of a logged request, with its repairs; null for one that was not refused. Pure. */
export function refusalOf(refused: Refused): Refusal | null {
  const { row, request } = refused;
  if (row.error === '' || row.status < 400) return null;
  const body = objectOf(jsonOfText(request.body));
  const fields = [
    ...fieldsOf(Object.fromEntries(new URLSearchParams(row.query))),
    ...fieldsOf(body),
    ...['paramValues', 'values'].flatMap((name) => fieldsOf(objectOf(body[name]), `${name}.`)),
  ];
  const sent = { ...refused, body, fields };
  return { text: plainText(row.error), sent: quotedValues(sent), nearest: '', repairs: [], ...foundIn(sent) };
}

function fieldsOf(object: JsonObject, prefix = ''): Field[] {
  return Object.entries(object).map(([name, value]) => ({ name, path: prefix + name, value }));
}

function foundIn(sent: Sent): Found {
  const { row, body, workspace } = sent;
  if (row.fault !== undefined) return causedByFault(sent);
  const [, kind = ''] = /\/v0\/(tasks|runbooks)\/execute$/.exec(row.path) ?? [];
  const named = body['slug'] ?? body['id'];
  const task = workspace.tasks.find(({ slug, id }) => slug === named || id === named);
  if (row.status === 400)
    return kind === 'tasks' && task !== undefined ? refusedValues(sent, task) : refusedFields(sent);
  if (row.status === 404 && kind !== '' && typeof named === 'string' && named !== '')
    return unknownName(sent, named, kind === 'tasks' ? 'task' : 'runbook');
  return row.status === 403 ? forbidden(sent, task) : {};
}

/** A message of the interface in the marks of prose. */
function plainText(error: string): string {
  return error.replaceAll(/"([^"]*)"/g, '“$1”').replaceAll('`', '');
}

/** The fields whose values the message quotes. */
function quotedValues({ row, fields }: Sent): Refusal['sent'] {
  return fields
    .filter(({ value }) => typeof value === 'string' && row.error.includes(`"${quoteForMessage(value)}"`))
    .map(({ path, value }) => ({ path, value }));
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

function unknownName(sent: Sent, named: string, noun: 'task' | 'runbook'): Found {
  const { body, isWhole, workspace } = sent;
  const names = workspace[`${noun}s`].map(({ slug }) => slug);
  const nearest = nearestOf(named, names) ?? '';
  const made = noun === 'task' ? createTask(named, body) : undefined;
  return {
    text: `There is no ${noun} “${named}”.`,
    sent: [{ path: 'slug', value: named }],
    nearest,
    repairs: [
      ...(nearest === '' || !isWhole
        ? []
        : [sendAgain(sent, `Send again as ${nearest}`, { body: { ...body, slug: nearest } })]),
      ...(made === undefined ? [] : [made]),
    ],
  };
}

function forbidden(sent: Sent, task: Task | undefined): Found {
  const { row } = sent;
  // Only this header: a message may quote what a client sent.
  const [, slug = ''] = /Send `X-Service-Env-Slug: ([^`]+)`/.exec(row.error) ?? [];
  const headers = { 'X-Service-Env-Slug': slug };
  if (slug !== '') return { repairs: [sendAgain(sent, `Send again in ${slug}`, { headers })] };
  if (row.code !== 'task_must_be_requested' || task === undefined) return {};
  const change = { requireRequests: false };
  return { repairs: [changedTask(task, 'withoutApproval', `Let ${task.slug} run without approval`, change)] };
}

/** Clauses of a message that name a field: `amount: must be a number`. */
function clausesOf(error: string): readonly { readonly name: string; readonly problem: string }[] {
  return error
    .replace(/\.$/, '')
    .split('; ')
    .map((clause) => {
      const [, name = '', problem = clause] = /^([\w.-]+): (.*)$/.exec(clause) ?? [];
      return { name, problem };
    });
}

/** The message with the values that it is about: `amount must be a number, got “24 EUR”.` */
function withValues(error: string, valueOf: (name: string) => Json | undefined): string {
  const clauses = clausesOf(error).map(({ name, problem }) => {
    const value = valueOf(name);
    const got = value === undefined || value === null ? '' : `, got ${quoted(value)}`;
    return `${name}${/^(?:must|may|is|has|cannot)\b/.test(problem) || name === '' ? ' ' : ': '}${problem}${got}`.trim();
  });
  return `${plainText(clauses.join('; '))}.`;
}

function quoted(value: Json): string {
  return typeof value === 'string' ? `"${quoteForMessage(value, 60)}"` : quoteForMessage(JSON.stringify(value), 60);
}

function refusedFields({ row, fields }: Sent): Found {
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const named = clausesOf(row.error).flatMap(({ name }) => fieldOf(name) ?? []);
  return {
    text: withValues(row.error, (name) => fieldOf(name)?.value),
    ...(named.length === 0 ? {} : { sent: named.map(({ path, value }) => ({ path, value })) }),
  };
}

function refusedValues(sent: Sent, task: Task): Found {
  const { row, body } = sent;
  const call = refusedCall(sent, task);
  const { missing, meant, given } = call;
  const names = new Set(clausesOf(row.error).map(({ name }) => name));
  const wrong = Object.keys(given).filter((slug) => names.has(slug) || meant.some(({ name }) => name === slug));
  const resources = objectOf(body['resources']);
  const aliases = Object.keys(resources).filter((alias) => !Object.hasOwn(task.resources, alias));
  return {
    text: textOf(row.error, call),
    sent: [
      ...wrong.map((slug) => ({ path: `paramValues.${slug}`, value: given[slug] ?? null })),
      ...aliases.map((name) => ({ path: `resources.${name}`, value: resources[name] ?? null })),
    ],
    nearest: nearestOf(aliases[0] ?? '', Object.keys(task.resources)) ?? '',
    repairs: [
      ...renamed(sent, call),
      ...missing.map((slug) => optionalParameter(task, slug)),
      ...aliases.flatMap((name) => {
        const bound = resources[name];
        const change = { resources: { ...task.resources, [name]: typeof bound === 'string' ? bound : '' } };
        return typeof bound === 'string' ? [changedTask(task, 'addAlias', `Add alias ${name}`, change)] : [];
      }),
    ],
  };
}

function refusedCall({ row, body }: Sent, task: Task): RefusedCall {
  const given = objectOf(body['paramValues']);
  const missing = clausesOf(row.error).flatMap(({ name }) => {
    const { constraints, default: preset } = task.parameters.find(({ slug }) => slug === name) ?? {};
    const isNeeded = constraints?.optional === false && preset === undefined;
    return isNeeded && (given[name] ?? null) === null ? [name] : [];
  });
  const unknown = Object.keys(given).filter((name) => !task.parameters.some(({ slug }) => slug === name));
  const meant = missing.flatMap((slug) => {
    const name = nearestOf(slug, unknown);
    return name === undefined ? [] : [{ slug, name }];
  });
  return { task, missing, meant, given };
}

/** The call with the parameters that were written otherwise, if any and if it is known whole. */
function renamed(sent: Sent, { meant, given }: RefusedCall): Repair[] {
  if (meant.length === 0 || !sent.isWhole) return [];
  const slugOf = (name: string) => meant.find((each) => each.name === name)?.slug ?? name;
  const paramValues = Object.fromEntries(Object.entries(given).map(([name, value]) => [slugOf(name), value]));
  const label = `Send again with ${meant.map(({ slug }) => slug).join(', ')}`;
  return [sendAgain(sent, label, { body: { ...sent.body, paramValues } })];
}

interface RefusedCall {
  readonly task: Task;
  /** Slugs of the parameters that the call lacks. */
  readonly missing: readonly string[];
  /** Values that came under other names than those. */
  readonly meant: readonly { readonly slug: string; readonly name: string }[];
  readonly given: JsonObject;
}

/** The message of a refused call: what the task needs, then what is wrong with what it got. */
function textOf(error: string, { task, missing, meant, given }: RefusedCall): string {
  const rest = clausesOf(error).filter(({ name }) => !missing.includes(name));
  const others = rest.map(({ name, problem }) => (name === '' ? problem : `${name}: ${problem}`)).join('; ');
  const got = meant.length === 0 ? '' : `, got ${meant.map(({ name }) => name).join(' and ')}`;
  return [
    missing.length === 0 ? '' : `${task.slug} needs ${missing.join(' and ')}${got}.`,
    others === '' ? '' : withValues(others, (name) => given[name]),
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
