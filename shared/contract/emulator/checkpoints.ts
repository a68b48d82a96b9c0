import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';
import { Slug } from '../../values/identifier.ts';
import { Json } from '../../values/json-schema.ts';

/** A saved checkpoint. */
export const CheckpointRow = z.object({
  name: z.string(),
  createdAt: TimestampText.nullable().describe("Time of the machine; null when the file's header cannot be read"),
  now: TimestampText.nullable().describe('Emulated time of the save'),
  runs: z.int(),
  sessions: z.int(),
  prompts: z.int().describe('Pending prompts'),
  bytes: z.int().describe('Size of its file'),
  problem: z.string().describe('Reason that the file cannot be read; "" when its header can'),
});
export type CheckpointRow = z.output<typeof CheckpointRow>;

/** Words with a meaning of their own, which cannot name a checkpoint. */
const RESERVED: ReadonlySet<string> = new Set(['now', 'definitions']);

/** A request that saves a checkpoint. */
export const NewCheckpoint = z.strictObject({
  name: Slug.refine((name) => !RESERVED.has(name), 'must not be "now" or "definitions", which have a meaning'),
  replace: z.boolean().default(false).describe('Replaces a checkpoint of that name'),
});

const Changes = z.object({
  added: z.array(z.string()).describe('IDs that only the second one has'),
  changed: z.array(z.object({ id: z.string(), fields: z.array(z.string()).describe('Names of the different fields') })),
  removed: z.array(z.string()).describe('IDs that only the first one has'),
});
/** Differences between the records of one kind, by ID. */
export type RecordChanges = z.output<typeof Changes>;

const DefinitionChange = z.object({
  path: z.string().describe('Such as `tasks.refund.timeout`: definitions by slug, other list items by index'),
  from: Json.optional().describe('Absent when it was added'),
  to: Json.optional().describe('Absent when it was removed'),
});
export type DefinitionChange = z.output<typeof DefinitionChange>;

/** Differences from one checkpoint to another one, or to the present. */
export const CheckpointDiff = z.object({
  definitions: z.array(DefinitionChange),
  ...{ runs: Changes, sessions: Changes, prompts: Changes },
  more: z.int().describe('Number of rows left out: each list has at most 1,000'),
});
export type CheckpointDiff = z.output<typeof CheckpointDiff>;

const Numbers = z.object({ before: z.int(), after: z.int() });
const Rules = z.object({
  kept: z
    .array(z.string())
    .describe('Runtime rules that the checkpoint does not know: they and their counters stay as they are'),
  counted: z.array(z.string()).describe('Runtime rules whose counters are those of the checkpoint again'),
});

/** Changes that a restore made. */
export const Restored = z.object({
  definitions: z
    .array(z.string())
    .describe('Paths of changed definitions, such as `tasks.refund.timeout`, the first 100'),
  ...{ runs: Numbers, sessions: Numbers, prompts: Numbers.describe('Pending prompts') },
  faults: Rules.describe('By slug'),
  answers: Rules.describe('By slug'),
});
export type Restored = z.output<typeof Restored>;

const path = '/_emulator/checkpoints';
const params = z.object({ name: z.string().describe('Name of the checkpoint') });

/** Checkpoints: definitions and complete state under a name. */
export const checkpoints = {
  list: emulator.get(path, 'List checkpoints by name', {
    response: z.object({ items: z.array(CheckpointRow) }),
  }),
  save: emulator.post(path, 'Save definitions, state, clock and counters under a name; 409 when it is taken', {
    body: NewCheckpoint,
    response: CheckpointRow,
    errors: ['invalid_request', 'conflict', 'payload_too_large'],
  }),
  get: emulator.get(`${path}/{name}`, 'Read a checkpoint, without its content', {
    params,
    response: CheckpointRow,
    errors: ['not_found'],
  }),
  remove: emulator.delete(`${path}/{name}`, 'Delete a checkpoint', {
    params,
    errors: ['not_found'],
  }),
  restore: emulator.post(`${path}/{name}/restore`, 'End all runs and restore a checkpoint; durable when it answers', {
    params,
    response: Restored,
    errors: ['not_found', 'conflict'],
  }),
  diff: emulator.get(`${path}/{name}/diff`, 'Compare a checkpoint with another one, or with the current state', {
    params,
    query: z.object({ to: z.string().default('now').describe('Name of a checkpoint, or `now`') }),
    response: CheckpointDiff,
    errors: ['invalid_request', 'not_found', 'conflict'],
  }),
};
