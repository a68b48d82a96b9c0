import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { type Command, command } from './command.ts';
import { FAULT_FLAGS } from './fault-flags.ts';
import {
  ADVANCE_FLAGS,
  ANSWER_FLAGS,
  EXECUTE_FLAGS,
  IMPORT_FLAGS,
  LIST_FLAGS,
  LOGS_FLAGS,
  RESET_FLAGS,
  SAVE_FLAGS,
  SETTLED_FLAGS,
  TRAFFIC_FLAGS,
  TYPES_FLAGS,
  WAIT_RUN_FLAGS,
} from './flags.ts';
import { LOCAL_COMMANDS } from './local-commands.ts';

/** Commands about runs and prompts. */
const WORK = {
  run: command({
    usage: 'TASK [name=value …]',
    flags: EXECUTE_FLAGS,
    summary: 'Execute a task; prints the ID of the run',
    example: 'hangar run greet name=Ada --wait',
    load: async () => (await import('./run.ts')).run,
  }),
  runbook: command({
    usage: 'RUNBOOK [name=value …]',
    flags: EXECUTE_FLAGS,
    summary: 'Execute a runbook; prints the ID of the session',
    example: 'hangar runbook close_month --wait',
    load: async () => (await import('./runbook.ts')).runbook,
  }),
  runs: command({
    usage: '[FILTER]',
    flags: LIST_FLAGS,
    summary: 'List runs, newest first',
    example: 'hangar runs status:failed since:1h',
    load: async () => (await import('./runs.ts')).runs,
  }),
  get: command({
    usage: 'ID',
    summary: 'Print the run, session, prompt, request, definition or finding with an ID',
    example: 'hangar get run20261120z4k2m9x0q7a',
    load: async () => (await import('./get.ts')).get,
  }),
  logs: command({
    usage: 'RUN',
    flags: LOGS_FLAGS,
    summary: 'Print the log of a run',
    example: 'hangar logs run20261120z4k2m9x0q7a --follow',
    load: async () => (await import('./logs.ts')).logs,
  }),
  cancel: command({
    usage: 'ID',
    summary: 'Cancel a run, a session or a prompt',
    example: 'hangar cancel run20261120z4k2m9x0q7a',
    load: async () => (await import('./cancel.ts')).cancel,
  }),
  release: command({
    usage: '[ID]',
    summary:
      'Let go on what came from a file and is held: everything, or a run, session, prompt or request for approval',
    example: 'hangar release run20261120z4k2m9x0q7a',
    load: async () => (await import('./release.ts')).release,
  }),
  prompts: command({
    usage: '[FILTER]',
    summary: 'List the pending prompts, oldest first',
    example: 'hangar prompts task:refund',
    load: async () => (await import('./prompts.ts')).prompts,
  }),
  answer: command({
    usage: 'PROMPT [name=value …]',
    flags: ANSWER_FLAGS,
    summary: 'Submit a prompt, by its ID or that of its run',
    example: 'hangar answer pmt20261120z4k2m9x0q7a reason=late --as ada@example.com',
    load: async () => (await import('./answer.ts')).answer,
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** Commands about requests and faults. */
const REQUESTS = {
  traffic: command({
    usage: '[FILTER]',
    flags: TRAFFIC_FLAGS,
    summary: 'List requests, newest first',
    example: 'hangar traffic is:error --follow',
    load: async () => (await import('./traffic.ts')).traffic,
  }),
  send: command({
    usage: 'REQUEST',
    summary: 'Send a logged request again',
    example: 'hangar send trf1z12',
    load: async () => (await import('./send.ts')).send,
  }),
  faults: command({
    summary: 'List the faults with their counters',
    example: 'hangar faults',
    load: async () => (await import('./faults.ts')).faults,
  }),
  'fault add': command({
    usage: '[OPERATION …]',
    flags: FAULT_FLAGS,
    choices: OPERATIONS,
    summary: 'Add a fault for requests of these operations; without any, for all',
    example: 'hangar fault add tasks/execute --task refund --times 2 --status 429 --retry-after 2',
    load: async () => (await import('./fault-add.ts')).faultAdd,
  }),
  'fault remove': command({
    usage: 'SLUG',
    summary: 'Remove a fault',
    example: 'hangar fault remove tasks_execute_429',
    load: async () => (await import('./fault-remove.ts')).faultRemove,
  }),
  findings: command({
    summary: 'List the findings: mistakes of clients',
    example: 'hangar findings --json',
    load: async () => (await import('./lab.ts')).findings,
  }),
  coverage: command({
    summary: 'Print the operations, answers and faults that clients have met',
    example: 'hangar coverage',
    load: async () => (await import('./lab.ts')).coverage,
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** Commands about time and state. */
const STATE = {
  clock: command({
    summary: 'Print the clock and its next scheduled items',
    example: 'hangar clock',
    load: async () => (await import('./clock.ts')).clock,
  }),
  'clock advance': command({
    usage: 'DURATION|TIME|next',
    flags: ADVANCE_FLAGS,
    summary: 'Advance the clock; runs everything that becomes due, in order',
    example: 'hangar clock advance 1h',
    load: async () => (await import('./clock.ts')).clockAdvance,
  }),
  'clock freeze': command({
    summary: 'Freeze the clock',
    example: 'hangar clock freeze',
    load: async () => (await import('./clock.ts')).clockFreeze,
  }),
  'clock run': command({
    summary: 'Resume a frozen clock',
    example: 'hangar clock run',
    load: async () => (await import('./clock.ts')).clockRun,
  }),
  'checkpoint save': command({
    usage: 'NAME',
    flags: SAVE_FLAGS,
    summary: 'Save definitions, state, clock and counters under a name',
    example: 'hangar checkpoint save before',
    load: async () => (await import('./checkpoint.ts')).checkpointSave,
  }),
  'checkpoint restore': command({
    usage: 'NAME',
    summary: 'End all runs and restore a checkpoint',
    example: 'hangar checkpoint restore before',
    load: async () => (await import('./checkpoint.ts')).checkpointRestore,
  }),
  'checkpoint list': command({
    summary: 'List the checkpoints',
    example: 'hangar checkpoint list',
    load: async () => (await import('./checkpoint.ts')).checkpointList,
  }),
  'checkpoint diff': command({
    usage: 'NAME [NAME]',
    summary: 'Compare a checkpoint with another one, or with the current state',
    example: 'hangar checkpoint diff before',
    load: async () => (await import('./checkpoint.ts')).checkpointDiff,
  }),
  'checkpoint delete': command({
    usage: 'NAME',
    summary: 'Delete a checkpoint',
    example: 'hangar checkpoint delete before',
    load: async () => (await import('./checkpoint.ts')).checkpointDelete,
  }),
  'wait settled': command({
    flags: SETTLED_FLAGS,
    summary: 'Wait until every run has ended or waits',
    example: 'hangar wait settled --timeout 30s',
    load: async () => (await import('./wait.ts')).waitSettled,
  }),
  'wait run': command({
    usage: 'RUN',
    flags: WAIT_RUN_FLAGS,
    summary: 'Wait until a run ends; exits with 1 when it failed, with 8 when it was cancelled',
    example: 'hangar wait run run20261120z4k2m9x0q7a',
    load: async () => (await import('./wait.ts')).waitRun,
  }),
  types: command({
    flags: TYPES_FLAGS,
    summary: "Write types of the workspace's tasks, runbooks and prompts, and functions that execute them",
    example: 'hangar types --out hangar-types.ts',
    load: async () => (await import('./types.ts')).types,
  }),
  import: command({
    usage: 'FILE',
    flags: IMPORT_FLAGS,
    choices: 'files',
    summary:
      'Replace the definitions, and the state, by an export or a workspace file; what is unfinished in it is held',
    example: 'hangar import everything.json',
    load: async () => (await import('./import.ts')).importFile,
  }),
  reset: command({
    flags: RESET_FLAGS,
    summary: 'Empty the state; definitions and keys stay',
    example: 'hangar reset',
    load: async () => (await import('./lab.ts')).reset,
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** The commands other than programs, by name. To add one, add an entry. */
export const COMMANDS: Readonly<Record<string, Command>> = { ...WORK, ...REQUESTS, ...STATE, ...LOCAL_COMMANDS };
