import type { Operation } from '../../../shared/registry/operations.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { operationOfPath } from '../faults/fault-draft.ts';
import { shortID } from '../run/run-display.ts';
import { ownField } from '../../../shared/values/json.ts';
import type { StatusShapeName } from '../../ui/icons/StatusShape.tsx';
import type { Tone } from '../../ui/text/status.ts';

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
  const { method, path, webhook, subject, sessionID, runID, promptID, error, summary, code } = row;
  const operation = operationOfPath(path);
  const words = ownField(WORDS, operation);
  const noKey = code === 'unauthorized' && (error.includes('no API key') ? 'No API key' : 'Unknown API key');
  const known = noKey || (subject?.slug ?? (error === '' ? summary : undefined) ?? words);
  // Without the secret of a webhook.
  const short = path.replace(/^(\/v0\/webhooks\/[^/]+)\/[^/]+\/[^/]+$/, '$1/…/•••').replace(/^\/v0\//, '');
  const made = createsWork(operation) ? sessionID || runID : '';
  return {
    title: known ?? `${method} ${short}`,
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

/** Tone of an HTTP status; 0 means that the client disconnected. */
export function statusTone(status: number): Tone {
  if (status === 0) return 'off';
  if (status < 300) return 'ok';
  return status < 400 ? 'run' : 'bad';
}

/** The status of a request as text: `200`; `no answer` when a fault kept it from the client, `gone` when that disconnected. */
export function endText({ status, fault }: Pick<TrafficRow, 'status' | 'fault'>): string {
  if (status > 0) return String(status);
  return fault === undefined ? 'gone' : 'no answer';
}

/** A short name of a client: the browser, or the first product of the User-Agent. */
export function clientText(client: string): string {
  const browser = /(Electron|Firefox|Edg|Chrome|Safari)\/[\d.]+/.exec(client)?.[1];
  if (client.startsWith('Mozilla/') && browser !== undefined) return browser === 'Edg' ? 'Edge' : browser;
  const [, name = client, version] = /^([^\s/]+(?:\/[a-z]+)?)[/ ](\d+\.\d+)/i.exec(client) ?? [];
  return version === undefined ? name.slice(0, 40) : `${name} ${version}`;
}

/** The shape of a request's status: `lost` when a fault dropped the answer. */
export function statusShape({ status, fault }: Pick<TrafficRow, 'status' | 'fault'>): StatusShapeName {
  if (status === 0) return fault === undefined ? 'off' : 'lost';
  return status < 400 ? 'ok' : 'bad';
}

/** The sender of a request: `sdk/js 0.2 · local`. */
export function senderOf({ client, caller }: Pick<TrafficRow, 'client' | 'caller'>): string {
  return [clientText(client), callerText(caller)].filter((part) => part !== '').join(' · ');
}

/** The sender of most of some rows; '' for none. */
export function usualSender(rows: readonly TrafficRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(senderOf(row), (counts.get(senderOf(row)) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0];
}

/** A short name of the caller; for an API user, the name of the key. */
export function callerText(caller: string): string {
  return /^API user “(.*)”$/.exec(caller)?.[1] ?? caller;
}
