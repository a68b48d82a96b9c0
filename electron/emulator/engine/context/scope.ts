import type { Scope } from './behavior-port.ts';
import { findTaskBlueprint, type EngineContext } from './engine-context.ts';
import type { RunRecord, UploadRecord } from './records.ts';
import type { EnvironmentDefinition } from '../definitions/definitions.ts';
import { ownField, type JsonObject } from '../../../../shared/values/json.ts';
import type { Parameter } from '../../../../shared/model/parameter.ts';
import type { ValuesContext } from '../../../../shared/model/parameter-values.ts';
import { inForms } from '../../../../shared/model/value-forms.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { DecisionName } from '../../../../shared/registry/decisions.ts';

/** The environment in the scope of expressions. */
export function environmentScope(
  context: EngineContext,
  environment: EnvironmentDefinition,
): Pick<Scope, 'env' | 'config'> {
  const { slug, name, id, config } = environment;
  return { env: { slug, name, isDefault: id === context.definitions().defaultEnvironment.id }, config };
}

/** The environment of a run or session. A deleted one is shown by its ID, without configuration. */
export function environmentOf(context: EngineContext, id: string): EnvironmentDefinition {
  return context.definitions().environments.byId(id) ?? { id, slug: id, name: id, default: false, config: {} };
}

/** The environment of a run, with the config variables that its task has of its own in the default environment. */
export function environmentOfRun(context: EngineContext, run: RunRecord): EnvironmentDefinition {
  const environment = environmentOf(context, run.environmentID);
  if (run.blueprintID === '' || environment.id !== context.definitions().defaultEnvironment.id) return environment;
  const configVars = findTaskBlueprint(context, run.blueprintID)?.configVars;
  return configVars === undefined ? environment : { ...environment, config: { ...environment.config, ...configVars } };
}

/** The context for checking values of a caller in an environment. A file of a run that the caller's key is kept from is unknown. */
export function valuesContext(
  context: EngineContext,
  environment: EnvironmentDefinition,
  caller: Caller,
): ValuesContext {
  const { env, config } = environmentScope(context, environment);
  return {
    scope: { env, config },
    clock: context.expressionClock,
    hasConfig: (name) => Object.hasOwn(environment.config, name),
    hasUpload: (id) => {
      const file = context.state.get('upload', id);
      const run = file?.access === undefined ? undefined : context.state.get('run', file.access.runID);
      return file !== undefined && (run === undefined || mayUseEnvironment(caller, run.environmentID));
    },
  };
}

/** Converts parameter values for templates and code (decision `param-types`): an upload to `{ id, url }`, a config variable to its value, none to null. */
export function codeValues(
  context: EngineContext,
  environment: EnvironmentDefinition,
  parameters: readonly Parameter[],
  values: JsonObject,
): JsonObject {
  return inForms(parameters, values, {
    upload: (id) => ({ id, url: uploadUrl(context, id) }),
    configvar: (name) => ownField(environment.config, name) ?? null,
  });
}

/** The values of a run for its program, in the forms of SDKs with the setting `sdk` (docs/task-runtime.md, "Name the SDK"). */
export function programValues(context: EngineContext, run: RunRecord, parameters: readonly Parameter[]): JsonObject {
  const sdk = context.sdk();
  const environment = environmentOfRun(context, run);
  if (sdk === undefined) return codeValues(context, environment, parameters, run.paramValues);
  const type = `__${sdk}Type`;
  return inForms(parameters, run.paramValues, {
    upload: (id) => ({ [type]: 'upload', id, url: uploadUrl(context, id) }),
    configvar: (name) => {
      const value = ownField(environment.config, name);
      return value === undefined ? null : { [type]: 'configvar', name, value };
    },
  });
}

function uploadUrl(context: EngineContext, id: string): string {
  const record = context.state.get('upload', id);
  return context.baseUrl() + (record === undefined ? `/_emulator/uploads/${id}` : uploadPath(record, 'read'));
}

/**
 * The path to read or write a file. That of a run's file contains a secret and ends with its name; others are below `/_emulator`.
 */
export function uploadPath({ id, name, access }: UploadRecord, purpose: 'read' | 'write'): string {
  if (access === undefined) return `/_emulator/uploads/${id}`;
  return `/v0/uploads/${id}/${purpose}/${access[purpose]}/${encodeURIComponent(name)}`;
}

/** True when a caller's key is not limited to other environments (decision `roles`). Every check of that limit asks this. */
export function mayUseEnvironment({ environmentIDs }: Caller, environmentID: string): boolean {
  return environmentIDs?.includes(environmentID) !== false;
}

/** Throws 403 for an item of an environment that the caller's key may not use. */
export function assertEnvironmentOf(caller: Caller, environmentID: string, noun: string): void {
  if (!mayUseEnvironment(caller, environmentID)) throw notVisible(noun, 'roles');
}

/** The 403 for an item that the caller may not see. */
export function notVisible(noun: string, decision: DecisionName): ApiError {
  return new ApiError('forbidden', `You may not see or use this ${noun}.`, { decision });
}
