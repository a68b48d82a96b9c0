import { z } from 'zod';
import { Origin } from '../../../../shared/contract/emulator/rows.ts';
import { Permissions } from '../../../../shared/model/access.ts';
import { Reviewers } from '../../../../shared/model/behavior.ts';
import { STORED_IDS } from '../../../../shared/registry/ids.ts';
import { StoredJson as Json, StoredJsonObject as JsonObject, Name } from '../../../../shared/values/json-schema.ts';
import { fields, longList, list } from '../../../../shared/values/limited.ts';
import { COUNTS } from '../../../../shared/values/limits.ts';
import { LATEST } from '../../../../shared/values/timestamp.ts';
import { LOG_LEVELS } from '../../../../shared/model/log-level.ts';
import { Parameter } from '../../../../shared/model/parameter.ts';
import { RunStatus } from '../../../../shared/model/run.ts';
import { Task, Labels } from '../../../../shared/model/task.ts';
import { Runbook } from '../../../../shared/model/runbook.ts';
import { SessionStatus } from '../../../../shared/model/session.ts';
import { Display } from '../../../../shared/model/display.ts';
import type { EntityKind, LogLine, StateEntities } from '../../engine/context/records.ts';
import { runRecord } from '../../engine/runs/run-record.ts';
import { MAX_FROZEN_PERIODS } from '../../engine/clock/periods.ts';
import { MAX_SLEEPS } from '../../engine/runs/sleeps.ts';
import { keysOf } from '../../../../shared/values/objects.ts';

/**
 * Schemas of the engine's records, for checking exports and files of the state, which may be from someone else. TypeScript
 * compares them with the records.
 */

const Moment = z.int().min(0).max(LATEST);
const MomentOrNull = Moment.nullable();
/** Text made by a run or its code, such as a failure: as long as an output may be. */
export const MAX_TEXT = 20_000_000;
const LongText = z.string().max(MAX_TEXT);
const Definition = STORED_IDS.definition;
const DefinitionOrNone = z.union([z.literal(''), Definition]);
const DigestOrNone = z.union([z.literal(''), STORED_IDS.digest]);
const RunOrNone = z.union([z.literal(''), STORED_IDS.run]);
const SessionOrNone = z.union([z.literal(''), STORED_IDS.session]);
const StoredOrigin = Origin.extend({ trafficID: z.union([z.literal(''), STORED_IDS.traffic]), webhook: Name });
/** Maximum number of children of one run; no run executes as many. */
const MOST_CHILDREN = 1_000_000;
const MOST_LINES = 10_000_000;

const sleep = z.strictObject({
  ...{ id: STORED_IDS.sleep, createdAt: Moment, durationMs: z.number().min(0), until: Moment },
  ...{ endedAt: MomentOrNull, skippedAt: MomentOrNull },
});

const runFields = z.strictObject({
  ...{ id: STORED_IDS.run, taskID: DefinitionOrNone, taskSlug: Name, name: LongText, blueprintID: DigestOrNone },
  ...{ environmentID: Definition, sessionID: SessionOrNone, parentID: RunOrNone, depth: z.int().min(0).max(1000) },
  ...{ origin: StoredOrigin, status: RunStatus },
  ...{ createdAt: Moment, createdBy: Definition, updatedAt: Moment, notBefore: Moment },
  ...{ activeAt: MomentOrNull, succeededAt: MomentOrNull, failedAt: MomentOrNull, cancelledAt: MomentOrNull },
  cancelledBy: Definition.nullable(),
  childRunIDs: longList(STORED_IDS.run, MOST_CHILDREN),
  paramValues: JsonObject,
  ...{ isPrivate: z.boolean(), permissions: Permissions },
  ...{ resources: fields(Name, Definition, COUNTS.aliases), labels: Labels, runtime: Name },
  timeout: z.number().min(0).max(1_000_000),
  ...{ inputsZoneID: LongText, inputsZoneToken: LongText, inputsHash: LongText },
  ...{ progress: Json, output: Json.optional(), failure: LongText, waiting: z.boolean() },
  ...{ stepStarts: longList(z.int().min(0).max(LATEST), 2 * COUNTS.steps).default([]), repeats: RunOrNone.default('') },
  startsFrom: z
    .strictObject({ step: z.int().min(0).max(COUNTS.steps), results: JsonObject })
    .nullable()
    .default(null),
  sleeps: list(sleep, MAX_SLEEPS).default([]),
  held: z.boolean().default(false),
  endCause: z
    .strictObject({ kind: z.enum(['timeout', 'parent', 'session', 'fault']), fault: Name.optional() })
    .nullable()
    .default(null),
});

const promptFields = z.strictObject({
  ...{ id: STORED_IDS.prompt, runID: STORED_IDS.run },
  ...{ description: LongText, confirmText: LongText, cancelText: LongText, createdAt: Moment },
  ...{ submittedAt: MomentOrNull, submittedBy: Definition.nullable() },
  ...{ cancelledAt: MomentOrNull, cancelledBy: Definition.nullable() },
  ...{ reviewers: Reviewers, parameters: list(Parameter, COUNTS.parameters), values: JsonObject },
  rule: Name.optional(),
});

const block = z.strictObject({
  ...{ slug: Name, name: LongText, kind: z.enum(['task', 'prompt']) },
  status: z.enum(['Pending', 'Active', 'Succeeded', 'Failed', 'Skipped', 'Cancelled']),
  ...{ runID: RunOrNone, result: Json },
});

const session = z.strictObject({
  ...{ id: STORED_IDS.session, name: LongText, runbookID: Definition, runbookSlug: Name, blueprintID: DigestOrNone },
  ...{ environmentID: Definition, parentID: RunOrNone, origin: StoredOrigin, status: SessionStatus },
  ...{ createdAt: Moment, createdBy: Definition, updatedAt: Moment, updatedBy: Definition },
  ...{ isPrivate: z.boolean(), permissions: Permissions },
  ...{ paramValues: JsonObject, blocks: list(block, COUNTS.blocks), failure: LongText },
  held: z.boolean().optional(),
});

/** Definitions with their ID and name at that time. */
const blueprint = z.discriminatedUnion('kind', [
  z.strictObject({ id: STORED_IDS.digest, kind: z.literal('task'), definition: Task }),
  z.strictObject({ id: STORED_IDS.digest, kind: z.literal('runbook'), definition: Runbook }),
]);

const idempotency = z.strictObject({
  ...{ id: STORED_IDS.digest, at: Moment, status: z.int().min(100).max(599), body: LongText },
  ...{ bodyHash: DigestOrNone, trafficID: z.union([z.literal(''), STORED_IDS.traffic]) },
});
/** Maximum length of a generated secret: enough for an RSA key of 4,096 bits. */
const MAX_SECRET = 4_000;
const secret = z
  .strictObject({ id: STORED_IDS.secret, value: z.string().max(MAX_SECRET) })
  .refine(({ id, value }) => id !== 'apiKey' || value.startsWith('tkn_'), 'an API key must begin with "tkn_"');
const upload = z.strictObject({
  ...{ id: STORED_IDS.upload, name: LongText, type: LongText },
  ...{ size: z.int().min(0), createdAt: Moment },
  access: z.strictObject({ runID: STORED_IDS.run, read: Name, write: Name }).optional(),
});

const ruleCount = z.strictObject({
  id: z
    .string()
    .regex(
      /^(?:faults|answers)\.[A-Za-z0-9_-]{1,100}(?:\.(?:[a-f0-9]{1,64}|\*))?$/,
      'must be a list, the ID of a rule, and a key',
    ),
  list: z.enum(['faults', 'answers']),
  ...{ ruleID: Definition, key: z.string().regex(/^(?:[a-f0-9]{1,64}|\*)?$/) },
  ...{ attempts: z.int().min(0), matched: z.int().min(0), applied: z.int().min(0), counted: z.int().min(0) },
});

const retryPeriod = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}\.[a-f0-9]{1,64}$/, 'must be the ID of a fault, and a key'),
  ...{ ruleID: Definition, key: STORED_IDS.digest, until: Moment },
});
const plannedEnd = z.strictObject({
  ...{ id: STORED_IDS.run, status: z.enum(['Failed', 'Cancelled']), message: LongText },
  afterSeconds: z.number().min(0).max(100_000_000),
  fault: Name.default(''),
});
const clock = z.strictObject({
  ...{ id: z.literal('clock'), state: z.enum(['running', 'frozen']), speed: z.number().min(1).max(86_400) },
  ...{ at: Moment, machineAt: Moment, autoSkip: z.boolean() },
  stops: list(z.strictObject({ at: Moment, last: Moment }), MAX_FROZEN_PERIODS).optional(),
});
const skip = z.strictObject({
  ...{ id: z.string().regex(/^skip\d{1,16}$/), at: Moment, until: Moment },
  before: Moment.default(0),
  ...{ runID: RunOrNone.default(''), count: z.int().min(0).default(0) },
});

const answer = z.strictObject({
  ...{
    id: z.union([STORED_IDS.prompt, STORED_IDS.request]),
    ruleID: DefinitionOrNone,
    version: DigestOrNone,
    problem: LongText,
  },
  declined: list(STORED_IDS.digest, COUNTS.definitions),
});

const request = z.strictObject({
  ...{ id: STORED_IDS.request, runID: STORED_IDS.run, taskID: Definition, taskSlug: Name, name: LongText },
  environmentID: Definition,
  ...{ createdAt: Moment, createdBy: Definition, reason: LongText, reviewers: Reviewers, paramValues: JsonObject },
  ...{ approvedAt: MomentOrNull, approvedBy: Definition.nullable(), executedRunID: RunOrNone },
  ...{ rejectedAt: MomentOrNull, rejectedBy: Definition.nullable(), answerReason: LongText },
  ...{ rule: Name.optional(), held: z.boolean().optional() },
});

const display = z.strictObject({
  ...{ id: STORED_IDS.display, runID: STORED_IDS.run, createdAt: Moment },
  ...{ size: z.int().min(0), display: Display },
});

/** Schemas by kind, in the order of exports, for entities as stored in files: all but runs as the engine has them. */
export const STORED_RECORDS = {
  ...{ run: runFields, prompt: promptFields, session, blueprint, idempotency, secret, upload, clock, skip },
  ...{ ruleCount, retryPeriod, plannedEnd, answer, request, display },
} satisfies { [Kind in EntityKind]: Kind extends 'run' ? z.ZodType : z.ZodType<StateEntities[Kind]> };

const line = z.strictObject({
  ...{ n: z.int().min(1), at: Moment, level: z.enum(LOG_LEVELS), taskSlug: LongText, text: LongText },
});
const Logs: z.ZodType<LogLine[]> = longList(line, MOST_LINES).refine(
  (lines) => lines.every(({ n }, i) => n === i + 1),
  'must be numbered 1, 2, 3 …',
);

const { run: _, ...others } = STORED_RECORDS;
const run = runFields.transform(runRecord) satisfies z.ZodType<StateEntities['run']>;

/** Record of an export. */
export const ExportedRecord = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), entity: run, logs: Logs.default([]) }),
  ...keysOf(others).map((kind) => z.strictObject({ kind: z.literal(kind), entity: others[kind] })),
]);
