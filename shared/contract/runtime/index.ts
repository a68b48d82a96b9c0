import { displays } from './displays.ts';
import { oidc } from './oidc.ts';
import { prompts } from './prompts.ts';
import { requests, tasks } from './requests.ts';
import { runs } from './runs.ts';
import { sleeps } from './sleeps.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

/** Calls of task code that is written against an SDK (docs/task-runtime.md, "Calls of a run"). They are additions to the service's contract. */
export const runtime = { tasks, requests, uploads, prompts, users, runs, sleeps, displays, oidc };
export type Runtime = typeof runtime;
