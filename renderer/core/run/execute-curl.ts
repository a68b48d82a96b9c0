import type { JsonObject } from '../../../shared/values/json.ts';
import { curlOf } from '../../ui/curl.ts';

/** Where Hangar is called, and with which key. */
export interface ServerAddress {
  readonly url: string;
  readonly apiKey: string;
}

interface Execution {
  readonly kind: 'task' | 'runbook';
  readonly slug: string;
  readonly paramValues: JsonObject;
  readonly resources?: Readonly<Record<string, string>>;
  /** Slug; left out for the default one. */
  readonly environment?: string | undefined;
}

/** The command that executes a task or runbook with these values. */
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
