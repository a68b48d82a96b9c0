import { z } from 'zod';
import { Variable } from '../values/identifier.ts';
import { Json, JsonObject, Expression, Name, Text, unionOf } from '../values/json-schema.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../values/limits.ts';
import { Parameters } from './parameter.ts';
import { LOG_LEVELS } from './log-level.ts';
import { keysOf } from '../values/objects.ts';

/** Users and groups that may answer a prompt (service API, "Prompt"; decision `prompt-reviewers`). Groups by slug or ID, users by e-mail or ID. */
export const Reviewers = z.strictObject({
  allowSelfApprovals: z.boolean().default(true).describe('Whoever executed may answer too'),
  groups: list(Name, COUNTS.names).default([]).describe('Groups, by slug or ID'),
  users: list(Name, COUNTS.names).default([]).describe('Users, by e-mail address or ID'),
});
export type Reviewers = z.output<typeof Reviewers>;

/** Fields of a prompt; the texts may contain templates. */
export const promptFields = {
  description: Text.default('').describe('Text above the form, as a template'),
  confirmText: Text.default('Submit').describe('Text of the button that submits'),
  cancelText: Text.default('Cancel').describe('Text of the button that cancels'),
  parameters: Parameters.default([]).describe('Parameters of the form'),
  reviewers: Reviewers.prefault({}).describe('Users and groups that may answer; all when empty'),
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
  task: Expression.min(1).describe('Task to execute, by slug or ID, as a template'),
  paramValues: fields(z.string(), Json, COUNTS.values).default({}).describe('Values by parameter; texts are templates'),
  resources: fields(Variable, Expression, COUNTS.aliases)
    .optional()
    .describe('Resources by alias, in place of those of the task'),
};

const when = {
  when: Expression.optional().describe('Expression; skipped when its value is false, null, 0 or ""'),
};

/** Descriptions of fields that several kinds have. */
const KIND_OF_STEP = 'Kind of the step';
const KIND_OF_BEHAVIOR = 'Kind of the behavior';
const RESULT = 'Name of the result in later expressions';

/** The steps of the behavior `steps`, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const STEPS = {
  log: z.strictObject({
    do: z.literal('log').describe(KIND_OF_STEP),
    ...when,
    level: z.enum(LOG_LEVELS).default('info').describe('Level of the line'),
    text: Text.describe('Text of the line, as a template'),
  }),
  wait: z.strictObject({
    do: z.literal('wait').describe(KIND_OF_STEP),
    ...when,
    seconds: Seconds.describe('Seconds, or a template with such a value'),
  }),
  prompt: z.strictObject({
    do: z.literal('prompt').describe(KIND_OF_STEP),
    ...when,
    ...promptFields,
    as: Variable.optional().describe(RESULT),
  }),
  execute: z.strictObject({
    do: z.literal('execute').describe(KIND_OF_STEP),
    ...when,
    ...executeFields,
    as: Variable.optional().describe(RESULT),
  }),
  fail: z.strictObject({
    do: z.literal('fail').describe(KIND_OF_STEP),
    ...when,
    message: Text.default('').describe('Failure of the run, as a template'),
  }),
  output: z.strictObject({
    do: z.literal('output').describe(KIND_OF_STEP),
    ...when,
    value: Json.describe('Output of the run; texts are templates'),
  }),
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
  startDelaySeconds: z
    .number()
    .min(0)
    .max(43_200)
    .default(0)
    .describe('Seconds that a run stays NotStarted before it is queued'),
  queueSeconds: z.number().min(0).max(43_200).default(0).describe('Seconds that a run stays Queued after that'),
  failureRate: z
    .number()
    .min(0)
    .max(1, 'must be from 0 to 1, which is 100 %')
    .default(0)
    .describe('Share of runs that fail, from 0 to 1, the same in each sequence of runs'),
};

/** The names of the built-in tasks that come with Hangar. */
export const BUILT_IN_TASKS = ['sql_query', 'rest_request', 'graphql_request'] as const;
export type BuiltInTaskName = (typeof BUILT_IN_TASKS)[number];

const VARIABLES = fields(Name, Text, COUNTS.entries);

/** The behaviors, by kind. To add one, add an entry; the compiler asks for its runner and its editor. */
export const BEHAVIORS = {
  steps: z.strictObject({
    kind: z.literal('steps').describe(KIND_OF_BEHAVIOR),
    ...simulation,
    steps: list(Step, COUNTS.steps).default([]).describe('Steps, in order'),
  }),
  script: z
    .strictObject({
      kind: z.literal('script').describe(KIND_OF_BEHAVIOR),
      ...simulation,
      source: z.string().max(MAX_CHARACTERS.source).optional().describe('Source, in JavaScript or TypeScript'),
      file: FilePath.min(1).optional().describe('File with the source, from the folder of the workspace file'),
      export: Name.min(1).optional().describe('Name of the exported function; `default` when absent'),
      calledWith: z
        .enum(['context', 'params'])
        .optional()
        .describe('Argument of the function: the context of a script, or the parameter values alone'),
      cwd: FilePath.optional().describe('Working directory, from the folder of the workspace file'),
      env: VARIABLES.optional().describe('Environment variables by name; texts are templates'),
    })
    .refine(({ source, file }) => (source === undefined) !== (file === undefined), 'needs either "source" or "file"'),
  command: z.strictObject({
    kind: z.literal('command').describe(KIND_OF_BEHAVIOR),
    ...simulation,
    command: list(Text, COUNTS.words)
      .min(1, 'needs at least the program to start')
      .describe('Program and its arguments'),
    cwd: FilePath.optional().describe('Working directory, from the folder of the workspace file'),
    env: VARIABLES.default({}).describe('Environment variables by name'),
    shell: z.boolean().default(false).describe('Runs the words, joined by spaces, in the shell of the system'),
    call: z
      .strictObject({
        file: FilePath.min(1).describe('Python file, from the folder of the workspace file'),
        function: Name.min(1).default('main').describe('Function that is called with the parameter values'),
      })
      .optional()
      .describe('Function of a Python file that the command, such as `python3`, calls; its result is the output'),
  }),
  builtin: z.strictObject({
    kind: z.literal('builtin').describe(KIND_OF_BEHAVIOR),
    ...simulation,
    name: z.enum(BUILT_IN_TASKS).describe('Task that comes with Hangar, and does the work with the first resource'),
    paramValues: JsonObject.optional().describe('Values of its parameters; texts are templates'),
  }),
} as const;

export type BehaviorKind = keyof typeof BEHAVIORS;
/** A behavior of one kind, defaults filled in. */
export type BehaviorOf<Kind extends BehaviorKind> = z.output<(typeof BEHAVIORS)[Kind]>;
export const Behavior = unionOf('kind', BEHAVIORS);
export type Behavior = z.output<typeof Behavior>;
