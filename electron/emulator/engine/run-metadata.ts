import { actorName } from './access.ts';
import { TEAM_ID } from './definitions.ts';
import type { RunRecord } from './records.ts';
import { environmentOf } from './scope.ts';
import { findTaskBlueprint, type EngineContext } from './engine-context.ts';

/** Metadata of a run for the programs it starts. Source: docs/task-runtime.md, "Name the SDK". */
export interface RunMetadata {
  /** The setting `sdk`. */
  readonly sdk: string | undefined;
  readonly runID: string;
  /** "" for none. */
  readonly parentRunID: string;
  /** "" outside sessions. */
  readonly sessionID: string;
  readonly taskID: string;
  readonly taskSlug: string;
  readonly taskName: string;
  readonly teamID: string;
  readonly runtime: string;
  /** The runtime for an SDK. Without one of the task's own it is `dev`: then SDKs ask whether a wait was skipped. */
  readonly sdkRuntime: string;
  readonly environment: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly isDefault: boolean;
  };
  /** The user who started the run. An API user has no e-mail. */
  readonly runner: { readonly id: string; readonly email: string; readonly name: string };
}

/** Collects the metadata of a run. */
export function runMetadata(context: EngineContext, run: RunRecord): RunMetadata {
  const definitions = context.definitions();
  const { id, slug, name } = environmentOf(context, run.environmentID);
  const email = definitions.users.byId(run.createdBy)?.email ?? '';
  return {
    sdk: context.sdk(),
    runID: run.id,
    parentRunID: run.parentID,
    sessionID: run.sessionID,
    taskID: run.taskID,
    taskSlug: run.taskSlug,
    taskName: run.name,
    teamID: TEAM_ID,
    runtime: run.runtime,
    sdkRuntime: findTaskBlueprint(context, run.blueprintID)?.runtime ?? 'dev',
    environment: { id, slug, name, isDefault: id === definitions.defaultEnvironment.id },
    runner: { id: run.createdBy, email, name: actorName(definitions, run.createdBy) },
  };
}
