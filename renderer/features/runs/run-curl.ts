import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { type ServerAddress, executeCurl } from '../../core/run/execute-curl.ts';

/** The curl command that executes the same task with the same values. */
export function repeatCurl(address: ServerAddress, { row, run }: RunDetail): string {
  const { paramValues, resources } = run;
  const { taskSlug: slug, environment } = row;
  return executeCurl(address, { kind: 'task', slug, paramValues, resources, environment });
}
