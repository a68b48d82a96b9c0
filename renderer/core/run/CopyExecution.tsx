import type { JsonObject } from '../../../shared/values/json.ts';
import { type EnvironmentItem, useInfo } from '../data/hangar.ts';
import { CopyAs } from '../request/CopyAs.tsx';
import type { CopiedRequest } from '../request/copy-formats.ts';

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
