import type { Feature } from '../core/feature.ts';
import { environments } from '../features/environments/index.ts';
import { overview } from '../features/overview/index.ts';
import { prompts } from '../features/prompts/index.ts';
import { resources } from '../features/resources/index.ts';
import { runbooks } from '../features/runbooks/index.ts';
import { runs } from '../features/runs/index.ts';
import { sessions } from '../features/sessions/index.ts';
import { settings } from '../features/settings/index.ts';
import { tasks } from '../features/tasks/index.ts';
import { team } from '../features/team/index.ts';
import { traffic } from '../features/traffic/index.ts';
import { webhooks } from '../features/webhooks/index.ts';

/** All pages, in the order of the navigation. A new feature needs one line here. */
export const features: readonly Feature[] = [
  overview,
  traffic,
  runs,
  sessions,
  prompts,
  tasks,
  runbooks,
  resources,
  webhooks,
  environments,
  team,
  settings,
];
