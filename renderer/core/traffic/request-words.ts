import type { Operation } from '../../../shared/registry/operations.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { shortID } from '../run/short-id.ts';
import { ownField } from '../../../shared/values/json.ts';

/** Each operation in plain words, before the name of its task. To add an operation, add an entry. */
const WORDS: Readonly<Record<Operation, string>> = {
  'tasks/execute': 'Execute',
  'runs/get': 'Status of',
  'runs/getLogs': 'Log of',
  'runs/getOutputs': 'Output of',
  'runs/list': 'List runs',
  'runs/cancel': 'Cancel',
  'prompts/get': 'Read a prompt of',
  'prompts/list': 'List prompts',
  'prompts/cancel': 'Cancel a prompt of',
  'prompts/submit': 'Answer a prompt of',
  'resources/create': 'Create a resource',
  'resources/update': 'Change a resource',
  'runbooks/execute': 'Execute a runbook',
  'sessions/get': 'Read the status of a session',
  'sessions/list': 'List sessions',
  webhook: 'Webhook starts',
  'runs/create': 'Execute',
  'prompts/create': 'Create a prompt of',
  'displays/create': 'Create a display of',
  'sleeps/create': 'Start a sleep of',
  'sleeps/get': 'Read a sleep of',
  'uploads/create': 'Create a file of',
  'requests/create': 'Request a task from',
  'requests/get': 'Read a request of',
  'tasks/getTaskReviewers': 'Read the reviewers of a task for',
  'users/get': 'Read a user',
  'oidc/generateIDToken': 'Sign an ID token of',
};

/** A request in words: `Execute refund AB1042 → run…k2m9`. Each part is '' when there is none. */
export function requestWords(row: TrafficRow) {
  const { path, webhook, subject, sessionID, runID, promptID } = row;
  const operation = webhook === '' ? path.replace('/v0/', '') : 'webhook';
  const words = ownField(WORDS, operation) ?? '';
  const isWhole = subject === undefined && / (?:of|from|for|starts)$|^Execute$|^Cancel$/.test(words);
  const made = createsWork(operation) ? sessionID || runID : '';
  return {
    operation: isWhole ? `${words} ${words === 'Execute' ? 'a task' : 'a run'}` : words,
    task: subject?.slug ?? '',
    /** First values of the run. */
    values: subject?.values.slice(0, 2) ?? [],
    /** Shortened ID of the run or session that the request created. */
    made: shortID(made || (subject === undefined ? promptID || sessionID || runID : '')),
  };
}

function createsWork(operation: string): boolean {
  return operation === 'webhook' || operation === 'runs/create' || operation.endsWith('/execute');
}
