import type { JsonObject } from '../../../shared/values/json.ts';
import type { Shell } from '../../../shared/values/shell-words.ts';
import { type CopiedRequest, curlOfRequest } from '../request/copy-formats.ts';

/** The server's URL and an API key. */
export interface ServerAddress {
  readonly url: string;
  readonly apiKey: string;
}

interface Execution {
  readonly kind: 'task' | 'runbook';
  readonly slug: string;
  readonly paramValues: JsonObject;
  readonly resources?: Readonly<Record<string, string>>;
  /** The slug; absent for the default environment. */
  readonly environment?: string | undefined;
}

/** The curl command that executes a task or runbook. */
export function executeCurl(address: ServerAddress, execution: Execution, shell?: Shell): string {
  return curlOfRequest(executeRequest(address, execution), shell);
}

/** The request that executes a task or runbook, to copy as code. */
export function executeRequest(
  { url, apiKey }: ServerAddress,
  { kind, environment, ...body }: Execution,
): CopiedRequest {
  return {
    method: 'POST',
    origin: url,
    path: `/v0/${kind}s/execute`,
    headers: {
      'X-Service-API-Key': apiKey,
      ...(environment === undefined ? {} : { 'X-Service-Env-Slug': environment }),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    encoding: 'utf8',
    status: 200,
    secrets: new Map([[apiKey, 'HANGAR_API_KEY']]),
  };
}
