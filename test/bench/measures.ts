import type { Figure } from './figures.ts';
import { checkpoints } from './measure-checkpoints.ts';
import { evidence } from './measure-evidence.ts';
import { findings } from './measure-findings.ts';
import { blocking, giantRequests } from './measure-blocking.ts';
import { rewritePause, diskBytes, memory, startTimes } from './measure-state.ts';
import {
  durability,
  eventStream,
  executing,
  idempotency,
  latencyByStock,
  life,
  others,
  reading,
  webhook,
} from './measure-speed.ts';
import { clock, faults, traffic } from './measure-test-lab.ts';
import { million } from './measure-million.ts';
import { search } from './measure-search.ts';
import { secrets } from './measure-secrets.ts';
import { emulators } from './measure-emulators.ts';
import { sandboxes } from './measure-sandboxes.ts';
import type { Lab } from './lab.ts';

/** The input of every measure: the lab and the number of rounds. */
export interface Plan {
  readonly lab: Lab;
  readonly rounds: number;
  /** Seconds of one stretch of load. */
  readonly seconds: number;
  /** Number of runs in a large stock. */
  readonly stock: number;
  /** Selects the burdens whose names contain this text. */
  readonly only: string;
}

/** Everything that is measured, by name, in order. Adding a measure is adding an entry. */
export const MEASURES: Readonly<Record<string, (plan: Plan) => Promise<Figure[]>>> = {
  reading,
  executing,
  idempotency,
  others,
  durability,
  webhook,
  life,
  eventStream,
  diskBytes,
  latencyByStock,
  startTimes,
  memory,
  rewritePause,
  blocking,
  giantRequests,
  faults,
  clock,
  traffic,
  sandboxes,
  emulators,
  checkpoints,
  findings,
  evidence,
  search,
  secrets,
  million,
};
