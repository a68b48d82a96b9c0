import { z } from 'zod';
import { field, parsed, toggle, UsageError } from './field.ts';
import { FLAGS, MCP_FLAGS, Path, REPLAY_FLAGS, Report } from './flags.ts';

const Shard = parsed((text): { readonly index: number; readonly of: number } => {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of) return { index, of };
  throw new UsageError('must be I/N, such as 1/8, with I from 1 to N');
}).optional();
const Whole = (least: number, most: number) => {
  const problem = `must be a whole number from ${least} to ${most}`;
  return z.int(problem).min(least, problem).max(most, problem).optional();
};
const Seconds = z.number('must be a duration such as 90s, 10m, 2h or 3d').positive('must be more than 0').optional();
const time = (help: string, defaultText: string) =>
  field(Seconds, { metavar: 'S', help, defaultText, isDuration: true });
const BundleFile = z.string().endsWith('.hangar-bundle', 'must be a file that ends in .hangar-bundle').optional();

/** Flags of `hangar explore`. */
export const EXPLORE_FLAGS = {
  workspace: { ...FLAGS.workspace, defaultText: 'hangar.json', help: 'File of the definitions' },
  definitions: { ...FLAGS.definitions, help: 'Serve the definition files of this folder, as they lie there' },
  sdk: FLAGS.sdk,
  invariant: field(z.array(z.string()).default([]), {
    metavar: 'TEXT',
    help: 'A sentence that must hold at the end of each trial, such as "once refund per order_id"',
  }),
  explore: field(Path.optional(), {
    metavar: 'FILE',
    help: 'Read these flags by name, and `command`, from a JSON file',
  }),
  fault: field(z.array(z.string()).default([]), {
    metavar: 'WORDS',
    defaultText: 'the catalogue',
    help: 'Try this fault, in the words of hangar fault add',
  }),
  faultsAtOnce: field(Whole(1, 4), {
    metavar: 'N',
    defaultText: '2',
    help: 'Maximum number of elements of a schedule',
  }),
  people: toggle('Try answers of people, too'),
  runs: toggle('Try ends of runs, too'),
  order: toggle('Try orders of calls that overlap, too'),
  budget: time('Begin no further schedule after this time', '60s'),
  trials: field(Whole(1, 10_000_000), { metavar: 'N', help: 'Maximum number of trials' }),
  jobs: field(Whole(1, 32), { metavar: 'N', defaultText: 'cores', help: 'Trials at a time' }),
  trialTimeout: time('Time in which a client must end', '30s'),
  settle: time('Emulated time that follows a client', '1h'),
  speed: field(z.number().min(1, 'must be 1 or more').max(86_400, 'must be 86400 or less').optional(), {
    metavar: 'N',
    defaultText: '1',
    help: "Let the sandboxes' clocks, and those of Node clients, run N times as fast",
  }),
  seed: field(Whole(0, 4_294_967_295), { metavar: 'N', defaultText: '1', help: 'Seed of random schedules' }),
  from: field(z.string().min(1).optional(), {
    metavar: 'NAME',
    defaultText: 'definitions',
    help: 'Begin trials with this checkpoint of the Hangar at --url',
  }),
  all: toggle('Go on after the first counterexample of an invariant'),
  verbose: toggle('Print the output of all clients'),
  report: field(Report, { metavar: 'FILE', help: 'Write the result to this file, as .json, .md or JUnit .xml' }),
  save: field(Path.optional(), { metavar: 'FILE', help: 'Write the counterexamples to this file, as schedules' }),
  bundle: field(BundleFile, {
    metavar: 'FILE',
    help: 'Write a .hangar-bundle of the last trial of the counterexample',
  }),
  replay: field(Path.optional(), { metavar: 'FILE', help: 'Run this schedule alone, five times; a file, or the JSON' }),
  shard: field(Shard, { metavar: 'I/N', defaultText: '1/1', help: 'Try the I-th of N parts of the same walk' }),
  merge: toggle('Make one report of the JSON reports of the parts: hangar explore --merge REPORT…'),
  url: { ...REPLAY_FLAGS.url, defaultText: 'an emulator of its own', help: 'Use the sandboxes of this running Hangar' },
  data: MCP_FLAGS.data,
  adminToken: MCP_FLAGS.adminToken,
  adminTokenFile: MCP_FLAGS.adminTokenFile,
} as const;
