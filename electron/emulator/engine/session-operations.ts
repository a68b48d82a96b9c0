import type { sessions } from '../../../shared/contract/emulator/state.ts';
import type { Answer, Received } from '../../../shared/http/endpoint.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { EnvironmentDefinition, RunbookDefinition } from './definitions.ts';

/** Filters of the window's list of sessions. */
export type SessionRowQuery = Received<typeof sessions.list>['query'];

/** A request to execute a runbook. */
export interface RunbookRequest {
  readonly runbook: RunbookDefinition;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
}

/** A session with its blocks and its runs, oldest first. */
export type SessionDetail = Answer<typeof sessions.get>;
