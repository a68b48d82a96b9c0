import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { type ServerAddress, executeCurl } from '../../core/run/execute-curl.ts';
import { curlOf } from '../../ui/curl.ts';

/** The command that executes the same task with the same values. */
export function repeatCurl(address: ServerAddress, { row, run }: RunDetail): string {
  const { paramValues, resources } = run;
  return executeCurl(address, {
    kind: 'task',
    ...{ slug: row.taskSlug, paramValues, resources, environment: row.environment },
  });
}

/** The command that reads a run, or its outputs or logs. */
export function readCurl({ url, apiKey }: ServerAddress, pathAndQuery: string): string {
  return curlOf({ method: 'GET', url: url + pathAndQuery, headers: { 'X-Service-API-Key': apiKey } });
}
