import { RUN_STATUSES, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { executeCurl } from '../../core/run/execute-curl.ts';
import { shellWord } from '../../../shared/values/shell-words.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';

/** Non-terminal statuses. The snippets poll while a run has one of these, and stop on an error. */
const UNFINISHED = RUN_STATUSES.filter((status) => !TERMINAL_RUN_STATUSES.has(status));

/** POSIX shell code that executes a task, waits for the run and prints its outputs. */
export function curlOutput({ slug, paramValues, ...address }: Call): string {
  const { url, apiKey } = address;
  const execute = executeCurl(address, { kind: 'task', slug, paramValues }, 'sh').replace('curl', 'curl -s');
  const key = `-H ${shellWord(`${KEY_HEADER}: ${apiKey}`)}`;
  return `run=$(${execute} |
  grep -o 'run2[0-9a-z]*')
while curl -s "${url}/v0/runs/get?id=$run" \\
  ${key} |
  grep -qE '"status": ?"(${UNFINISHED.join('|')})"'; do sleep 0.2; done
curl -s "${url}/v0/runs/getOutputs?id=$run" \\
  ${key}`;
}

/** JavaScript code for the same with `fetch`. */
export function fetchOutput({ url, apiKey, slug, paramValues }: Call): string {
  return `async function call(path, body) {
  const response = await fetch('${url}' + path, {
    method: body ? 'POST' : 'GET',
    headers: { '${KEY_HEADER}': ${JSON.stringify(apiKey)}, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

const { runID } = await call('/v0/tasks/execute', ${JSON.stringify({ slug, paramValues })});
let run;
do {
  await new Promise((resolve) => setTimeout(resolve, 200));
  run = await call('/v0/runs/get?id=' + runID);
} while (${JSON.stringify(UNFINISHED)}.includes(run.status));
console.log(run.status, await call('/v0/runs/getOutputs?id=' + runID));`;
}

/** Python code for the same with the standard library. */
export function pythonOutput({ url, apiKey, slug, paramValues }: Call): string {
  return `import json, time, urllib.request

def call(path, body=None):
    request = urllib.request.Request(
        "${url}" + path,
        data=body and json.dumps(body).encode(),
        headers={"${KEY_HEADER}": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
    )
    return json.load(urllib.request.urlopen(request))

run_id = call("/v0/tasks/execute", ${pythonLiteral({ slug, paramValues: { ...paramValues } })})["runID"]
while True:
    time.sleep(0.2)
    run = call("/v0/runs/get?id=" + run_id)
    if run["status"] not in ${pythonLiteral(UNFINISHED)}:
        break
print(run["status"], call("/v0/runs/getOutputs?id=" + run_id))`;
}

/** The call that a snippet makes. */
export interface Call {
  readonly url: string;
  readonly apiKey: string;
  readonly slug: string;
  readonly paramValues: JsonObject;
}

/** The header with the API key. */
export const KEY_HEADER = 'X-Service-API-Key';

/** A JSON value as a Python literal. */
export function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`);
  return `{${fields.join(', ')}}`;
}
