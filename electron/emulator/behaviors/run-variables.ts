import type { RunFacts } from '../engine/run-facts.ts';
import { RUN_ID_VARIABLE } from './processes.ts';

/** Environment variables with the facts of a run, each name after `HANGAR_`. */
export function runVariables(facts: RunFacts, url: string): [name: string, value: string][] {
  const { environment, runner } = facts;
  return [
    [RUN_ID_VARIABLE, facts.runID],
    ['HANGAR_RUN_URL', `${url}/runs/${facts.runID}`],
    ['HANGAR_PARENT_RUN_ID', facts.parentRunID],
    ['HANGAR_SESSION_ID', facts.sessionID],
    ['HANGAR_TASK_ID', facts.taskID],
    ['HANGAR_TASK_SLUG', facts.taskSlug],
    ['HANGAR_TASK_NAME', facts.taskName],
    ['HANGAR_TASK_URL', `${url}/tasks/${facts.taskSlug}`],
    ['HANGAR_TEAM_ID', facts.teamID],
    ['HANGAR_ENV_ID', environment.id],
    ['HANGAR_ENV_SLUG', environment.slug],
    ['HANGAR_ENV_NAME', environment.name],
    ['HANGAR_ENV_IS_DEFAULT', String(environment.isDefault)],
    ['HANGAR_RUNNER_ID', runner.id],
    ['HANGAR_RUNNER_EMAIL', runner.email],
    ['HANGAR_RUNNER_NAME', runner.name],
    ['HANGAR_RUNTIME', facts.runtime],
  ];
}
