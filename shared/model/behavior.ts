import { z } from 'zod';
import { Variable } from '../values/identifier.ts';
import { Json } from '../values/json-schema.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Expression, Name, Text } from '../values/texts.ts';
import { Parameters } from './parameter.ts';
import { LOG_LEVELS } from './log-level.ts';
import { unionOf } from '../values/union-of.ts';
import { keysOf } from '../values/keys-of.ts';

/** Users and groups that may answer a prompt (service API, "Prompt"; decision `prompt-reviewers`). Groups by slug or ID, users by e-mail or ID. */
export const Reviewers = z.strictObject({
  allowSelfApprovals: z.boolean().default(true),
  groups: list(Name, COUNTS.names).default([]),
  users: list(Name, COUNTS.names).default([]),
});
export type Reviewers = z.output<typeof Reviewers>;

/** Fields of a prompt; the texts may contain templates. */
export const promptFields = {
  description: Text.default(''),
  confirmText: Text.default('Submit'),
  cancelText: Text.default('Cancel'),
  parameters: Parameters.default([]),
  reviewers: Reviewers.prefault({}),
};
export const PromptContent = z.strictObject(promptFields);
export type PromptContent = z.output<typeof PromptContent>;

/** A number, or a template with a number as its value. */
const Seconds = z.union([
  z.number().min(0).max(43_200),
  Expression.regex(/\{\{/, 'must be a number of seconds or a template'),
]);

/** Fields of a step or block that executes a task. */
export const executeFields = {
  task: Expression.min(1),
  paramValues: fields(z.string(), Json, COUNTS.values).default({}),
  resources: fields(Variable, Expression, COUNTS.aliases).optional(),
};

const when = {
  /** An expression; the step is skipped when its value is false, null, 0 or "". */
  when: Expression.optional(),
};

/** The steps of the behavior `steps`, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const STEPS = {
  log: z.strictObject({ do: z.literal('log'), ...when, level: z.enum(LOG_LEVELS).default('info'), text: Text }),
  wait: z.strictObject({ do: z.literal('wait'), ...when, seconds: Seconds }),
  prompt: z.strictObject({ do: z.literal('prompt'), ...when, ...promptFields, as: Variable.optional() }),
  execute: z.strictObject({
    do: z.literal('execute'),
    ...when,
    ...executeFields,
    as: Variable.optional(),
  }),
  fail: z.strictObject({ do: z.literal('fail'), ...when, message: Text.default('') }),
  output: z.strictObject({ do: z.literal('output'), ...when, value: Json }),
} as const;

/** Kind of a step. */
export type StepKind = keyof typeof STEPS;
/** All kinds of steps. */
export const STEP_KINDS = keysOf(STEPS);
/** A step of one kind, defaults filled in. */
export type StepOf<Kind extends StepKind> = z.output<(typeof STEPS)[Kind]>;
export const Step = unionOf('do', STEPS);
export type Step = z.output<typeof Step>;

/** A path in the file system. */
const FilePath = z.string().max(4_096);

const simulation = {
  /** Seconds that an accepted run stays NotStarted before it is queued. */
  startDelaySeconds: z.number().min(0).max(43_200).default(0),
  /** Seconds that a run stays Queued after that. */
  queueSeconds: z.number().min(0).max(43_200).default(0),
  /** The share of runs that fail, seeded by the task so that a sequence of runs can be repeated. */
  failureRate: z.number().min(0).max(1, 'must be from 0 to 1, which is 100 %').default(0),
};

/** The behaviors, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const BEHAVIORS = {
  steps: z.strictObject({ kind: z.literal('steps'), ...simulation, steps: list(Step, COUNTS.steps).default([]) }),
  script: z
    .strictObject({
      kind: z.literal('script'),
      ...simulation,
      source: z.string().max(MAX_CHARACTERS.source).optional(),
      file: FilePath.min(1).optional(),
    })
    .refine(({ source, file }) => (source === undefined) !== (file === undefined), 'needs either "source" or "file"'),
  command: z.strictObject({
    kind: z.literal('command'),
    ...simulation,
    command: list(Text, COUNTS.words).min(1, 'needs at least the program to start'),
    cwd: FilePath.optional(),
    env: fields(Name, Text, COUNTS.entries).default({}),
    /** Runs the command's words, joined by spaces, through the system's shell. */
    shell: z.boolean().default(false),
  }),
} as const;

export type BehaviorKind = keyof typeof BEHAVIORS;
/** A behavior of one kind, defaults filled in. */
export type BehaviorOf<Kind extends BehaviorKind> = z.output<(typeof BEHAVIORS)[Kind]>;
export const Behavior = unionOf('kind', BEHAVIORS);
export type Behavior = z.output<typeof Behavior>;
