import { bundle } from './archive.ts';
import { checkpoints } from './checkpoints.ts';
import { clock } from './clock.ts';
import { control } from './control.ts';
import { coverage } from './coverage.ts';
import { changes, definitionFiles, definitions, settings, webhooks } from './definitions.ts';
import { explorations } from './explorations.ts';
import { findings } from './findings.ts';
import { heldRequests } from './held-requests.ts';
import { held } from './release.ts';
import { requests } from './requests.ts';
import { rules } from './rules.ts';
import { schedule } from './schedule.ts';
import { sandboxes } from './sandboxes.ts';
import { tests } from './tests.ts';
import { wait } from './wait.ts';
import { sleeps, prompts, runs, sessions, uploads } from './state.ts';
import { undo } from './undo.ts';
import { traffic } from './traffic.ts';

/** Hangar's own interface (`/_emulator`). The window uses nothing else, so a script can do all that the window does. */
export const emulator = {
  ...control,
  bundle,
  clock,
  checkpoints,
  definitions,
  definitionFiles,
  changes,
  settings,
  ...rules,
  coverage,
  wait,
  findings,
  runs,
  sessions,
  prompts,
  requests,
  held,
  heldRequests,
  schedule,
  sleeps,
  traffic,
  webhooks,
  undo,
  uploads,
  sandboxes,
  tests,
  explorations,
};
export type EmulatorContract = typeof emulator;
