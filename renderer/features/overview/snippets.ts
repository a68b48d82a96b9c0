import type { Parameter } from '../../../shared/model/parameter.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import { executeCurl } from '../../core/run/execute-curl.ts';
import { usualShell } from '../../ui/text/curl.ts';
import { curlOutput, fetchOutput, pythonOutput, pythonLiteral, type Call, KEY_HEADER } from './output-snippets.ts';
import { PARAMETER_TYPES } from '../../../shared/registry/parameter-types.ts';

/** A runnable call in one language. */
interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** The same call in every language. With `withOutput` it waits for the run and prints its outputs. */
export function snippetsOf(call: Call, { withOutput = false } = {}): readonly Snippet[] {
  return [
    // The waiting one is for sh only.
    {
      name: withOutput && usualShell() !== 'sh' ? 'curl (sh)' : 'curl',
      text: (withOutput ? curlOutput : curlSnippet)(call),
    },
    { name: 'fetch', text: (withOutput ? fetchOutput : fetchSnippet)(call) },
    { name: 'Python', text: (withOutput ? pythonOutput : pythonSnippet)(call) },
  ];
}

function curlSnippet({ slug, paramValues, ...address }: Call): string {
  return executeCurl(address, { kind: 'task', slug, paramValues });
}

function fetchSnippet({ url, apiKey, slug, paramValues }: Call): string {
  return `const response = await fetch('${url}/v0/tasks/execute', {
  method: 'POST',
  headers: { '${KEY_HEADER}': ${JSON.stringify(apiKey)}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify({ slug, paramValues })}),
});
console.log(await response.json());`;
}

function pythonSnippet({ url, apiKey, slug, paramValues }: Call): string {
  return `import json, urllib.request

request = urllib.request.Request(
    "${url}/v0/tasks/execute",
    data=json.dumps(${pythonLiteral({ slug, paramValues: { ...paramValues } })}).encode(),
    headers={"${KEY_HEADER}": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`;
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
