import type { JsonObject } from '../../../shared/values/json.ts';
import { type EnvironmentItem, useInfo } from '../data/hangar.ts';
import { CopyAs } from '../request/CopyAs.tsx';
import { executeRequest } from './execute-curl.ts';

interface CopyExecutionProps {
  readonly kind: 'task' | 'runbook';
  readonly slug: string;
  readonly paramValues: JsonObject;
  readonly resources?: Readonly<Record<string, string>> | undefined;
  readonly environment: EnvironmentItem | undefined;
}

/** Copies the request that executes a task or runbook with the form's values. */
export function CopyExecution({ environment, resources = {}, ...execution }: CopyExecutionProps) {
  const info = useInfo();
  if (info === undefined) return null;
  const chosen = environment?.default === true ? undefined : environment?.slug;
  const bound = Object.keys(resources).length === 0 ? {} : { resources };
  return <CopyAs request={executeRequest(info, { ...execution, ...bound, environment: chosen })} />;
}
