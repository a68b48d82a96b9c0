import type { RunMetadata } from '../engine/run-metadata.ts';
import { RUN_ID_VARIABLE } from './processes.ts';

/** The environment variables with a run's metadata, all named `HANGAR_…`. */
export function runVariables(metadata: RunMetadata, url: string): [name: string, value: string][] {
  const { environment, runner } = metadata;
  return [
    [RUN_ID_VARIABLE, metadata.runID],
    ['HANGAR_RUN_URL', `${url}/runs/${metadata.runID}`],
    ['HANGAR_PARENT_RUN_ID', metadata.parentRunID],
    ['HANGAR_SESSION_ID', metadata.sessionID],
    ['HANGAR_TASK_ID', metadata.taskID],
    ['HANGAR_TASK_SLUG', metadata.taskSlug],
    ['HANGAR_TASK_NAME', metadata.taskName],
    ['HANGAR_TASK_URL', `${url}/tasks/${metadata.taskSlug}`],
    ['HANGAR_TEAM_ID', metadata.teamID],
    ['HANGAR_ENV_ID', environment.id],
    ['HANGAR_ENV_SLUG', environment.slug],
    ['HANGAR_ENV_NAME', environment.name],
    ['HANGAR_ENV_IS_DEFAULT', String(environment.isDefault)],
    ['HANGAR_RUNNER_ID', runner.id],
    ['HANGAR_RUNNER_EMAIL', runner.email],
    ['HANGAR_RUNNER_NAME', runner.name],
    ['HANGAR_RUNTIME', metadata.runtime],
  ];
}
