import type { JsonObject } from '../../../shared/values/json.ts';
import { curlOf } from '../../ui/curl.ts';

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
  /** The slug; left out for the default environment. */
  readonly environment?: string | undefined;
}

/** The curl command that executes a task or runbook. */
export function executeCurl({ url, apiKey }: ServerAddress, { kind, environment, ...body }: Execution): string {
  return curlOf({
    method: 'POST',
    url: `${url}/v0/${kind}s/execute`,
    headers: {
      'X-Service-API-Key': apiKey,
      ...(environment === undefined ? {} : { 'X-Service-Env-Slug': environment }),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}
