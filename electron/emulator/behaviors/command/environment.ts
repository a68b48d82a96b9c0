import type { Json } from '../../../../shared/values/json.ts';
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { RunContext } from '../../engine/behavior-port.ts';
import { inheritedEnvironment } from '../processes.ts';
import { runVariables } from '../run-variables.ts';

/** Maximum size of a variable in bytes. Systems refuse to start a program with larger ones. */
const VARIABLE_BYTES = 100_000;

/** The environment variables of a command, and the names of those that were left out. */
export interface CommandEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

/** Builds the environment: the server's without `HANGAR_…`, then the task's, then the run's parameters, resources and access to `/v0`. */
export function commandEnvironment(
  run: Pick<RunContext, 'scope' | 'metadata' | 'now'>,
  taskVariables: Readonly<Record<string, string>>,
  access: { readonly url: string; readonly apiKey: string },
): CommandEnvironment {
  const { scope, metadata } = run;
  const ofRun: [string, string][] = [
    ...Object.entries(scope.params).flatMap(([slug, value]): [string, string][] =>
      value === null ? [] : [[`PARAM_${slug.toUpperCase()}`, textOf(value)]],
    ),
    ['HANGAR_RESOURCES', JSON.stringify(scope.resources)],
    ['HANGAR_URL', access.url],
    ['HANGAR_API_KEY', access.apiKey],
    ['HANGAR_NOW', new Date(epochMilliseconds(run.now())).toISOString()],
    ...runVariables(metadata, access.url),
  ];
  const fits = ([, value]: [string, string]) => Buffer.byteLength(value) <= VARIABLE_BYTES && !value.includes('\0');
  return {
    variables: { ...inheritedEnvironment(), ...taskVariables, ...Object.fromEntries(ofRun.filter(fits)) },
    leftOut: ofRun.filter((variable) => !fits(variable)).map(([name]) => name),
  };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
