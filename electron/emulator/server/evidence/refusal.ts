import type { Refusal, Repair } from '../../../../shared/contract/emulator/traffic.ts';
import type { TrafficEntry } from '../../../../shared/contract/emulator/rows.ts';
import { nearestOf } from '../../../../shared/expression/suggestion.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { Slug, TaskSlug } from '../../../../shared/values/identifier.ts';
import { isJsonObject, type Json, type JsonObject, plainJson } from '../../../../shared/values/json.ts';
import { parseFiniteJson } from '../../../../shared/values/json-problem.ts';

type Task = Workspace['tasks'][number];

/** A refused request and what it may have meant. */
interface Refused {
  readonly entry: TrafficEntry;
  /** False when its body was masked or cut, so that it cannot be sent changed. */
  readonly isWhole: boolean;
  readonly tasks: readonly Task[];
}

/** The refusal of a logged request to execute a task, with its repairs; null for other requests. Pure. */
export function refusalOf({ entry, isWhole, tasks }: Refused): Refusal | null {
  const { row, request } = entry;
  if (!row.path.endsWith('/v0/tasks/execute') || row.status < 400 || row.status >= 500) return null;
  const body = objectIn(request.body);
  const named = body['slug'] ?? body['id'];
  if (typeof named !== 'string' || named === '') return null;
  const task = tasks.find(({ slug, id }) => slug === named || id === named);
  if (row.status === 404 && task === undefined) return unknownTask({ named, body, id: row.id, isWhole, tasks });
  return row.status === 400 && task !== undefined ? refusedValues(row.error, body, task) : null;
}

function objectIn(text: string): JsonObject {
  try {
    const json = parseFiniteJson(text);
    return isJsonObject(json) ? json : {};
  } catch {
    return {};
  }
}

interface UnknownTask {
  readonly named: string;
  readonly body: JsonObject;
  /** ID of the request. */
  readonly id: string;
  readonly isWhole: boolean;
  readonly tasks: readonly Task[];
}

function unknownTask({ named, body, id, isWhole, tasks }: UnknownTask): Refusal {
  const nearest =
    nearestOf(
      named,
      tasks.map(({ slug }) => slug),
    ) ?? '';
  const question = nearest === '' ? '' : `; did you mean “${nearest}”?`;
  const again: Repair = {
    kind: 'sendAgain',
    label: `Send again as ${nearest}`,
    request: { method: 'POST', path: `/_emulator/traffic/${id}/send`, body: { body: { ...body, slug: nearest } } },
  };
  return {
    text: `No task has the slug “${named}”${question === '' ? '.' : question}`,
    sent: [{ path: 'slug', value: named }],
    nearest,
    repairs: [
      ...(nearest === '' || !isWhole ? [] : [again]),
      ...(TaskSlug.safeParse(named).success ? [createTask(named, body)] : []),
    ],
  };
}

/** A task that takes the call's values, logs them and gives them back, so that the same call succeeds at once. */
function createTask(slug: string, { paramValues }: JsonObject): Repair {
  const values = isJsonObject(paramValues) ? Object.entries(paramValues) : [];
  const known = values.filter(([name]) => Slug.safeParse(name).success);
  const names = known.map(([name]) => name);
  const log = names.map((name) => `${name} = {{ params.${name} }}`).join(', ');
  const steps: Json[] = [
    ...(log === '' ? [] : [{ do: 'log', level: 'info', text: log }]),
    { do: 'output', value: Object.fromEntries(names.map((name) => [name, `{{ params.${name} }}`])) },
  ];
  const parameters = known.map(([name, value]) => ({ slug: name, name, ...typeOf(value) }));
  const body = { slug, name: slug, parameters, behavior: { kind: 'steps', steps } };
  return {
    kind: 'createTask',
    label: `Create task ${slug} from this call`,
    request: { method: 'POST', path: '/_emulator/tasks', body },
  };
}

/** The type of a parameter that takes a value. */
function typeOf(value: Json): { readonly type: string; readonly constraints?: JsonObject } {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'float' };
  if (typeof value === 'string') return { type: 'string' };
  return value === null ? { type: 'json', constraints: { optional: true } } : { type: 'json' };
}

function refusedValues(error: string, body: JsonObject, task: Task): Refusal {
  const given = isJsonObject(body['paramValues']) ? body['paramValues'] : {};
  const words = new Set(error.split(/[^\w-]+/));
  const missing = task.parameters.filter(
    ({ slug, constraints, default: preset }) =>
      !constraints.optional && preset === undefined && (given[slug] ?? null) === null && words.has(slug),
  );
  const resources = isJsonObject(body['resources']) ? body['resources'] : {};
  const aliases = Object.keys(resources).filter((alias) => !Object.hasOwn(task.resources, alias));
  const [alias] = aliases;
  const nearest = alias === undefined ? '' : (nearestOf(alias, Object.keys(task.resources)) ?? '');
  const wrong = Object.keys(given).filter((slug) => words.has(slug));
  return {
    text:
      missing.length === 0 ? error : `${task.slug} needs ${missing.map(({ slug }) => slug).join(' and ')}: ${error}`,
    sent: [
      ...wrong.map((slug) => ({ path: `paramValues.${slug}`, value: given[slug] ?? null })),
      ...aliases.map((name) => ({ path: `resources.${name}`, value: resources[name] ?? null })),
    ],
    nearest,
    repairs: [
      ...missing.map(({ slug }) =>
        changedTask(task, 'makeOptional', `Make ${slug} optional`, {
          parameters: task.parameters.map((each) =>
            each.slug === slug ? { ...each, constraints: { ...each.constraints, optional: true } } : each,
          ),
        }),
      ),
      ...aliases.flatMap((name) => {
        const bound = resources[name];
        const change = { resources: { ...task.resources, [name]: typeof bound === 'string' ? bound : '' } };
        return typeof bound === 'string' ? [changedTask(task, 'addAlias', `Add alias ${name}`, change)] : [];
      }),
    ],
  };
}

function changedTask(task: Task, kind: Repair['kind'], label: string, change: Partial<Task>): Repair {
  const path = `/_emulator/tasks/${task.id ?? task.slug}`;
  return { kind, label, request: { method: 'PUT', path, body: plainJson({ ...task, ...change }) } };
}
