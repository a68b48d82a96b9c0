import { oidc } from './oidc.ts';
import { prompts, requests, tasks } from './prompts.ts';
import { displays, runs, sleeps, uploads, users } from './runs.ts';

/** Calls of task code that is written against an SDK (docs/task-runtime.md, "Calls of a run"). They are additions to the service's contract. */
export const runtime = { tasks, requests, uploads, prompts, users, runs, sleeps, displays, oidc };
export type Runtime = typeof runtime;
