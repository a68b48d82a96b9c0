import { z } from 'zod';
import { Origin } from '../../shared/contract/emulator/rows.ts';
import { Permission } from '../../shared/model/access.ts';
import { Reviewers } from '../../shared/model/behavior.ts';
import { Json, JsonObject } from '../../shared/model/json-schema.ts';
import { LOG_LEVELS } from '../../shared/model/log-level.ts';
import { Parameter } from '../../shared/model/parameter.ts';
import { RunStatus } from '../../shared/model/run.ts';
import { Runbook } from '../../shared/model/runbook.ts';
import { SessionStatus } from '../../shared/model/session.ts';
import { Label, Task } from '../../shared/model/task.ts';
import type { EntityKind, LogLine, StateEntities } from '../engine/records.ts';
import { runRecord } from '../engine/run-record.ts';
import { withoutParams } from './migrations.ts';

/** The engine's records as schemas: what an import is checked with. The compiler compares them with the records. */

const Moment = z.int();
const MomentOrNull = Moment.nullable();
const Text = z.string();
const Id = Text.min(1);
/** What exports of version 1 said beside the blueprint. */
const Dropped = z.unknown().optional();

const run = z
  .strictObject({
    ...{ id: Id, taskID: Text, taskSlug: Text, name: Text, blueprintID: Text, environmentID: Text, sessionID: Text },
    ...{ parentID: Text, depth: z.int().min(0), origin: Origin, status: RunStatus },
    ...{ createdAt: Moment, createdBy: Text, updatedAt: Moment, notBefore: Moment },
    ...{ activeAt: MomentOrNull, succeededAt: MomentOrNull, failedAt: MomentOrNull, cancelledAt: MomentOrNull },
    cancelledBy: Text.nullable(),
    childRunIDs: z.array(Id),
    ...{ paramValues: JsonObject, params: Dropped },
    ...{ isPrivate: z.boolean(), permissions: z.array(Permission) },
    ...{ resources: z.record(Text, Text), labels: z.array(Label), runtime: Text, timeout: z.number() },
    ...{ inputsZoneID: Text, inputsZoneToken: Text, inputsHash: Text },
    ...{ progress: Json, output: Json.optional(), failure: Text, waiting: z.boolean() },
  })
  .transform(runRecord);

const prompt = z.strictObject({
  ...{ id: Id, runID: Id, description: Text, confirmText: Text, cancelText: Text, createdAt: Moment },
  ...{
    submittedAt: MomentOrNull,
    submittedBy: Text.nullable(),
    cancelledAt: MomentOrNull,
    cancelledBy: Text.nullable(),
  },
  ...{ reviewers: Reviewers, parameters: z.array(Parameter), values: JsonObject },
});

const block = z.strictObject({
  ...{ slug: Text, name: Text, kind: z.enum(['task', 'prompt']) },
  status: z.enum(['Pending', 'Active', 'Succeeded', 'Failed', 'Skipped', 'Cancelled']),
  ...{ runID: Text, result: Json },
});

const session = z
  .strictObject({
    ...{
      id: Id,
      name: Text,
      runbookID: Text,
      runbookSlug: Text,
      blueprintID: Text,
      environmentID: Text,
      parentID: Text,
    },
    ...{ origin: Origin, status: SessionStatus },
    ...{ createdAt: Moment, createdBy: Text, updatedAt: Moment, updatedBy: Text },
    ...{ isPrivate: z.boolean(), permissions: z.array(Permission) },
    ...{ paramValues: JsonObject, params: Dropped, blocks: z.array(block), failure: Text },
  })
  .transform(withoutParams);

/** Definitions carry the ID and name that they had, beside what an author writes. */
const blueprint = z.discriminatedUnion('kind', [
  z.strictObject({ id: Id, kind: z.literal('task'), definition: Task }),
  z.strictObject({ id: Id, kind: z.literal('runbook'), definition: Runbook }),
]);

const idempotency = z.strictObject({
  id: Id,
  at: Moment,
  status: z.int(),
  body: Text,
  bodyHash: Text,
  trafficID: Text,
});
const secret = z.strictObject({ id: Id, value: Text });
const upload = z.strictObject({ id: Id, name: Text, type: Text, size: z.int().min(0), createdAt: Moment });

const line = z.strictObject({ n: z.int().min(1), at: Moment, level: z.enum(LOG_LEVELS), taskSlug: Text, text: Text });
const Logs: z.ZodType<LogLine[]> = z
  .array(line)
  .refine((lines) => lines.every(({ n }, i) => n === i + 1), 'must be numbered 1, 2, 3 …');

/** A schema for each kind of entity. */
export const RECORDS = { run, prompt, session, blueprint, idempotency, secret, upload } satisfies {
  [Kind in EntityKind]: z.ZodType<StateEntities[Kind]>;
};

/** A line of an export. */
export const ExportedRecord = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), entity: run, logs: Logs.default([]) }),
  z.strictObject({ kind: z.literal('prompt'), entity: prompt }),
  z.strictObject({ kind: z.literal('session'), entity: session }),
  z.strictObject({ kind: z.literal('blueprint'), entity: blueprint }),
  z.strictObject({ kind: z.literal('idempotency'), entity: idempotency }),
  z.strictObject({ kind: z.literal('secret'), entity: secret }),
  z.strictObject({ kind: z.literal('upload'), entity: upload }),
]);
