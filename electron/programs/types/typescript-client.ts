/** The part of a TypeScript file that is the same for every workspace. It needs no types but those of ES2018. */
export const TYPESCRIPT_CLIENT = `/** Options of an execution; each has a default. */
export interface Options {
  /** Address of the service; otherwise HANGAR_URL, or http://127.0.0.1:4100. */
  readonly url?: string;
  /** API key; otherwise HANGAR_API_KEY. */
  readonly apiKey?: string;
  /** Slug of the environment; otherwise the default one. */
  readonly environment?: string;
  /** Seconds to wait for the end; otherwise there is no limit. */
  readonly timeoutSeconds?: number;
}

/** A run or a session that did not succeed, or a request that was refused. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  /** ID of the run or session; "" when the request was refused. */
  readonly id: string;
  /** Its status; that of the answer when the request was refused. */
  readonly status: string;
  /** Its output, or the answer that refused the request. */
  readonly output: unknown;

  constructor(message: string, details: { readonly id: string; readonly status: string; readonly output: unknown }) {
    super(message);
    this.id = details.id;
    this.status = details.status;
    this.output = details.output;
  }
}

/** Arguments behind a slug: values may be left out when none is required. */
export type Arguments<Values> = {} extends Values
  ? [paramValues?: Values, options?: Options]
  : [paramValues: Values, options?: Options];

/** Executes a task, waits for its end and returns its output. Throws \`ExecutionError\` when it does not succeed. */
export async function execute<Slug extends keyof Tasks>(
  slug: Slug,
  ...[paramValues, options]: Arguments<Tasks[Slug]['params']>
): Promise<Tasks[Slug]['output']> {
  const { runID } = (await call(options, '/v0/tasks/execute', { slug, paramValues: paramValues ?? {} })) as { runID: string };
  const status = await ended(options, '/v0/runs/get', runID);
  const { output } = (await call(options, '/v0/runs/getOutputs?id=' + encodeURIComponent(runID))) as { output: unknown };
  if (status === 'Succeeded') return output as Tasks[Slug]['output'];
  throw new ExecutionError('run ' + runID + ' of ' + String(slug) + ' is ' + status + ': ' + JSON.stringify(output), { id: runID, status, output });
}

/** Executes a runbook, waits for its end and returns its session. Throws \`ExecutionError\` when it does not succeed. */
export async function executeRunbook<Slug extends keyof Runbooks>(
  slug: Slug,
  ...[paramValues, options]: Arguments<Runbooks[Slug]['params']>
): Promise<{ readonly sessionID: string }> {
  const { sessionID } = (await call(options, '/v0/runbooks/execute', { slug, paramValues: paramValues ?? {} })) as { sessionID: string };
  const status = await ended(options, '/v0/sessions/get', sessionID);
  if (status === 'Succeeded') return { sessionID };
  throw new ExecutionError('session ' + sessionID + ' of ' + String(slug) + ' is ' + status, { id: sessionID, status, output: null });
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
}

const platform = globalThis as unknown as {
  readonly fetch: (url: string, request: { method: string; headers: Record<string, string>; body?: string }) => Promise<Answer>;
  readonly setTimeout: (done: () => void, milliseconds: number) => unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
};

async function call(options: Options = {}, path: string, body?: object): Promise<unknown> {
  const variables = platform.process?.env ?? {};
  const url = options.url ?? (variables['HANGAR_URL'] || 'http://127.0.0.1:4100');
  const apiKey = options.apiKey ?? variables['HANGAR_API_KEY'] ?? '';
  if (apiKey === '') throw new Error('there is no API key: set HANGAR_API_KEY, or give apiKey');
  const headers: Record<string, string> = { 'X-Service-API-Key': apiKey };
  if (options.environment !== undefined) headers['X-Service-Env-Slug'] = options.environment;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await platform.fetch(url.replace(/\\/+$/, '') + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as unknown;
  throw new ExecutionError(path + ' answered ' + answer.status + ': ' + text, { id: '', status: String(answer.status), output: text });
}

/** Waits for the end of a run or a session and returns its status. */
async function ended(options: Options | undefined, path: string, id: string): Promise<string> {
  const limit = (options?.timeoutSeconds ?? Infinity) * 1000;
  const begin = Date.now();
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 1000)) {
    const { status } = (await call(options, path + '?id=' + encodeURIComponent(id))) as { status: string };
    if (status === 'Succeeded' || status === 'Failed' || status === 'Cancelled') return status;
    if (Date.now() - begin > limit) throw new ExecutionError(id + ' has not ended in time', { id, status, output: null });
    await new Promise<void>((done) => void platform.setTimeout(done, pause));
  }
}
`;
