import type { Operation } from '../../../shared/registry/operations.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { operationOfPath } from '../faults/operation-of-path.ts';
import { shortID } from '../run/short-id.ts';
import { ownField } from '../../../shared/values/json.ts';
import { shortPath } from './request-look.ts';

/** Each operation in plain words, for a request without a subject. To add an operation, add an entry. */
const WORDS: Readonly<Record<Operation, string>> = {
  'tasks/execute': 'Execute a task',
  'runs/get': 'Read a run',
  'runs/getLogs': 'Read a log',
  'runs/getOutputs': 'Read an output',
  'runs/list': 'List runs',
  'runs/cancel': 'Cancel a run',
  'prompts/get': 'Read a prompt',
  'prompts/list': 'List prompts',
  'prompts/cancel': 'Cancel a prompt',
  'prompts/submit': 'Answer a prompt',
  'resources/create': 'Create a resource',
  'resources/update': 'Change a resource',
  'runbooks/execute': 'Execute a runbook',
  'sessions/get': 'Read a session',
  'sessions/list': 'List sessions',
  webhook: 'Call a webhook',
  'runs/create': 'Execute a task',
  'prompts/create': 'Create a prompt',
  'displays/create': 'Create a display',
  'sleeps/create': 'Start a sleep',
  'sleeps/get': 'Read a sleep',
  'uploads/create': 'Create a file',
  'requests/create': 'Ask for approval',
  'requests/get': 'Read an approval',
  'tasks/getTaskReviewers': 'Read the reviewers of a task',
  'users/get': 'Read a user',
  'oidc/generateIDToken': 'Sign an ID token',
};

/** A request in words: what it is about, `refund AB1042`, and what it did, `tasks/execute` with `run…k2m9`. */
export function requestWords(row: TrafficRow) {
  const { method, path, webhook, subject, sessionID, runID, promptID } = row;
  const operation = operationOfPath(path);
  const words = ownField(WORDS, operation);
  const short = shortPath(path).replace(/^\/v0\//, '');
  const made = createsWork(operation) ? sessionID || runID : '';
  return {
    title: subject?.slug ?? words ?? `${method} ${short}`,
    /** First value of the run. */
    value: subject?.values[0] ?? '',
    operation: webhook === '' ? short : `webhooks/${webhook}`,
    /** Shortened ID of the run or session that the request created. */
    made: shortID(made || (subject === undefined ? promptID || sessionID || runID : '')),
  };
}

function createsWork(operation: string): boolean {
  return operation === 'webhook' || operation === 'runs/create' || operation.endsWith('/execute');
}
