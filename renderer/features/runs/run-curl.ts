import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { curlOf } from '../../ui/curl.ts';

interface Address {
  readonly url: string;
  readonly apiKey: string;
}

/** The command that executes the same task with the same values. */
export function executeCurl({ url, apiKey }: Address, { row, run }: RunDetail): string {
  return curlOf({
    method: 'POST',
    url: `${url}/v0/tasks/execute`,
    headers: { 'X-Service-API-Key': apiKey, 'X-Service-Env-Slug': row.environment, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: row.taskSlug, paramValues: run.paramValues, resources: run.resources }),
  });
}

/** The command that reads a run, or its outputs or logs. */
export function readCurl({ url, apiKey }: Address, pathAndQuery: string): string {
  return curlOf({ method: 'GET', url: url + pathAndQuery, headers: { 'X-Service-API-Key': apiKey } });
}
