import { z } from 'zod';
import { applyOverride } from '../http/openapi-schemas.ts';
import { JsonObject } from '../values/json-schema.ts';
import { parseDuration } from './filter.ts';
import { AuthoredInvariant } from './invariant.ts';

/** Maximum number of trials at a time: sandboxes of one Hangar. */
export const MAX_JOBS = 32;
const Flag = z.boolean().optional();

/** Settings of an exploration that the flags, a file and the library share. */
export const EXPLORE_SETTINGS = {
  invariants: z
    .array(AuthoredInvariant)
    .max(100)
    .optional()
    .describe('Sentences that must hold at the end of each trial'),
  faults: z
    .array(z.union([z.string(), JsonObject]))
    .max(100)
    .optional()
    .describe('Faults to try instead of the catalogue, in the words of `hangar fault add` or as objects'),
  faultsAtOnce: z.int().min(1).max(4).optional().describe('Maximum number of elements of a schedule'),
  people: Flag.describe('Tries answers of people, too'),
  runs: Flag.describe('Tries ends of runs, too'),
  order: Flag.describe('Tries orders of calls that overlap, too'),
  trials: z.int().min(1).max(10_000_000).optional().describe('Maximum number of trials'),
  jobs: z.int().min(1).max(MAX_JOBS).optional().describe('Number of trials at a time'),
  speed: z.number().min(1).max(86_400).optional().describe("Speed of the sandboxes' clocks"),
  seed: z.int().min(0).max(4_294_967_295).optional().describe('Seed of random schedules'),
  from: z.string().min(1).optional().describe('`definitions`, or the name of a checkpoint'),
  all: Flag.describe('Goes on after the first counterexample of an invariant'),
} as const;

const Seconds = z.number().positive().max(31_536_000);
const Duration = z
  .union([
    Seconds,
    z.string().refine((text) => parseDuration(text) !== undefined, 'must be a duration such as 90s, 10m, 2h or 3d'),
  ])
  .optional();

/** The settings of an exploration in a file: the flags by name. */
export const ExploreFile = z
  .strictObject({
    $schema: z.string().optional(),
    command: z.array(z.string()).min(1).optional().describe('The client, with its arguments'),
    workspace: z.string().optional().describe('File of the definitions'),
    ...EXPLORE_SETTINGS,
    budget: Duration.describe('Time after which no further schedule begins'),
    trialTimeout: Duration.describe('Time in which a client must end'),
    settle: Duration.describe('Emulated time that follows a client'),
    report: z.string().min(1).optional().describe('File for the result, which ends in .json, .md or .xml'),
    save: z.string().min(1).optional().describe('File for the counterexamples, as schedules'),
    bundle: z.string().min(1).optional().describe('File for a .hangar-bundle of the last trial of the counterexample'),
    verbose: Flag.describe('Prints the output of all clients'),
  })
  .meta({ id: 'ExploreFile' });
export type ExploreFile = z.output<typeof ExploreFile>;

/** The JSON Schema of the file of an exploration, for editors. */
export function exploreJsonSchema(): object {
  return z.toJSONSchema(ExploreFile, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
}
