import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { COPY_FORMATS, curlOfRequest } from '../../core/request/copy-formats.ts';
import { executeRequest, type ServerAddress } from '../../core/run/CopyExecution.tsx';
import { PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';

/** A runnable call in one language. */
interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** The call that a snippet makes. */
interface Call extends ServerAddress {
  readonly slug: string;
  readonly paramValues: JsonObject;
}

/** The same call in every language. */
export function snippetsOf(call: Call): readonly Snippet[] {
  const { slug, paramValues } = call;
  // Its key is no secret, and what is pasted runs as it is.
  const request = { ...executeRequest(call, { kind: 'task', slug, paramValues }), secrets: new Map<string, string>() };
  return [
    { name: 'curl', text: curlOfRequest(request) },
    { name: 'fetch', text: COPY_FORMATS.fetch.write(request) },
    { name: 'Python', text: pythonSnippet(call) },
  ];
}

/** Python code with the standard library only. */
function pythonSnippet({ url, apiKey, slug, paramValues }: Call): string {
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}/v0/tasks/execute",
    data=json.dumps(${pythonLiteral({ slug, paramValues })}).encode(),
    headers={"X-Service-API-Key": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`;
}

/** A JSON value as a Python literal. */
function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`);
  return `{${fields.join(', ')}}`;
}

/** The fields of a task that a call depends on. */
interface Callable {
  readonly parameters: readonly Parameter[];
  /** Resource by alias. */
  readonly resources: Readonly<Record<string, string>>;
}

/** The first task that can be executed with example values; undefined when there is none. */
export function firstCallable<Task extends Callable>(
  tasks: readonly Task[],
  resources: readonly { readonly id: string; readonly slug: string }[],
): Task | undefined {
  const known = new Set(resources.flatMap(({ id, slug }) => [id, slug]));
  return tasks.find(
    (task) => task.parameters.every(hasExample) && Object.values(task.resources).every((name) => known.has(name)),
  );
}

/** Returns true when an example value of the parameter is valid. */
function hasExample(parameter: Parameter): boolean {
  const { type, constraints, hidden, params } = parameter;
  if (constraints.optional || (parameter.default ?? null) !== null) return true;
  if (hidden !== '' || constraints.validate !== '') return false;
  if (optionsOf(parameter).length > 0) return true;
  // A file must be uploaded and a config value defined first.
  return !PARAMETER_TYPES[type].needsSetup && constraints.regex === '' && params.every(hasExample);
}
