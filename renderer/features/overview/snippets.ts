import { isJsonObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import { executeCurl } from '../../core/run/execute-curl.ts';

/** A call that works as it is, in one language. */
export interface Snippet {
  readonly name: string;
  readonly text: string;
}

interface Call {
  readonly url: string;
  readonly apiKey: string;
  readonly slug: string;
  readonly paramValues: JsonObject;
}

const KEY_HEADER = 'X-Service-API-Key';

/** The same call in every language that is offered. */
export function snippetsOf(call: Call): readonly Snippet[] {
  return [
    { name: 'curl', text: curlSnippet(call) },
    { name: 'fetch', text: fetchSnippet(call) },
    { name: 'Python', text: pythonSnippet(call) },
  ];
}

function curlSnippet({ slug, paramValues, ...address }: Call): string {
  return executeCurl(address, { kind: 'task', slug, paramValues });
}

function fetchSnippet({ url, apiKey, slug, paramValues }: Call): string {
  return `const answer = await fetch('${url}/v0/tasks/execute', {
  method: 'POST',
  headers: { '${KEY_HEADER}': ${JSON.stringify(apiKey)}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify({ slug, paramValues })}),
});
console.log(await answer.json());`;
}

function pythonSnippet({ url, apiKey, slug, paramValues }: Call): string {
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}/v0/tasks/execute",
    data=json.dumps(${pythonOf({ slug, paramValues: { ...paramValues } })}).encode(),
    headers={"${KEY_HEADER}": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`;
}

/** A JSON value as Python writes it. */
function pythonOf(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonOf(item)}`);
  return `{${fields.join(', ')}}`;
}

/** A task as far as a call of it goes. */
interface Callable {
  readonly parameters: readonly Parameter[];
  /** Resource by alias. */
  readonly resources: Readonly<Record<string, string>>;
}

/** The first task that a call with example values executes, of those given; undefined when there is none. */
export function firstCallable<Task extends Callable>(
  tasks: readonly Task[],
  resources: readonly { readonly id: string; readonly slug: string }[],
): Task | undefined {
  const known = new Set(resources.flatMap(({ id, slug }) => [id, slug]));
  return tasks.find(
    (task) => task.parameters.every(hasExample) && Object.values(task.resources).every((name) => known.has(name)),
  );
}

/** True when any value of the type will do, or one is known. */
function hasExample(parameter: Parameter): boolean {
  const { type, constraints, hidden, params } = parameter;
  if (constraints.optional || (parameter.default ?? null) !== null) return true;
  if (hidden !== '' || constraints.validate !== '') return false;
  if (optionsOf(parameter).length > 0) return true;
  // The server must know the file, the environment the variable.
  return type !== 'upload' && type !== 'configvar' && constraints.regex === '' && params.every(hasExample);
}
