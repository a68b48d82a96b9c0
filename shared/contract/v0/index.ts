import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { runbooks, sessions } from './runbooks.ts';
import { runs } from './runs.ts';
import { tasks, webhooks } from './tasks.ts';

/** The emulated service's interface: the fifteen operations and the webhook trigger (service API, "Endpoints"). */
export const v0 = { tasks, runs, prompts, resources, runbooks, sessions, webhooks };
export type V0 = typeof v0;
