import type { Figure } from './figures.ts';
import { blocking } from './measure-blocking.ts';
import { memory, startTimes } from './measure-state.ts';
import { executing, reading } from './measure-speed.ts';
import { definitions } from './measure-definitions.ts';
import { exploreFaulty, exploreMemory, exploreTrials } from './measure-explore.ts';
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
  startTimes,
  memory,
  blocking,
  definitions,
  exploreFaulty,
  exploreTrials,
  exploreMemory,
};
