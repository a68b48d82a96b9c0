import type { RunMetadata } from '../context/behavior-port.ts';
import { actorName } from './access.ts';
import { TEAM_ID } from '../definitions/definitions.ts';
import type { RunRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { findTaskBlueprint, type EngineContext } from '../context/engine-context.ts';

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
