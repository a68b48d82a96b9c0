import type { RunDetail, SessionRow, TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/run-title.ts';
import { type DefinitionName, isRuleList } from '../../../shared/registry/collections.ts';
import type { z } from 'zod';
import { StartError } from '../../emulator/host/start-error.ts';
import { UsageError } from '../flags/flag.ts';
import type { Hangar } from '../client/hangar.ts';
import { tableText } from '../output/table-text.ts';
import { jsonText } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';
import { kindOf } from './id-kind.ts';
import { promptText } from './prompts.ts';
import { blocksTable } from './runbook.ts';

/** Prints the thing with an ID. */
export const get: Handler = async ({ operands: [id = ''], out, hangar }) => {
  const { value, text } = await found(await hangar(), id);
  out.show(value, text ?? jsonText(value));
};

interface Found {
  readonly value: unknown;
  /** Its text; JSON when absent. */
  readonly text?: string;
}

async function found({ api }: Hangar, id: string): Promise<Found> {
  const params = { id };
  const kind = kindOf(id);
  if (kind === 'run') return withText(await api.runs.get({ params }), runText);
  if (kind === 'session') return withText(await api.sessions.get({ params }), ({ row }) => sessionText(row));
  if (kind === 'prompt') return withText(await api.prompts.get({ params }), promptText);
  if (kind === 'request') return withText(await api.traffic.get({ params }), requestText);
  if (kind !== undefined) return isRuleList(kind) ? rule(api, kind, id) : definition(api, kind, id);
  if (id.startsWith('fnd')) return inList((await api.findings.list()).items, id);
  if (id.startsWith('sbx')) return inList((await api.sandboxes.list()).items, id);
  throw new UsageError(`"${id}" is not an ID; IDs begin with three letters, such as run, ses, pmt, trf or tsk`);
}

function withText<Value>(value: Value, textOf: (value: Value) => string): Found {
  return { value, text: textOf(value) };
}

async function definition(api: Hangar['api'], kind: DefinitionName, id: string): Promise<Found> {
  return { value: await api.definitions[kind].get({ params: { id } }) };
}

async function rule(api: Hangar['api'], kind: 'faults' | 'answers', id: string): Promise<Found> {
  return inList((await api[kind].list()).items, id);
}

function inList(items: readonly { readonly id: string }[], id: string): Found {
  const value = items.find((item) => item.id === id);
  if (value === undefined) throw new StartError('failed', `there is no ${id}`);
  return { value };
}

type Detail = z.output<typeof RunDetail>;

function runText({ row, output, prompts }: Detail): string {
  const facts: [string, string][] = [
    ['run', row.id],
    ['task', slugOrName(row)],
    ['environment', row.environment],
    ['status', row.waiting ? `${row.status}, waits for an answer` : row.status],
    ['failure', row.failure],
    ['created', row.createdAt],
    ['active', row.activeAt ?? ''],
    ['ended', row.endedAt ?? ''],
    ['session', row.sessionID],
    ['parent', row.parentID],
    ['values', row.values.map(([slug, text]) => `${slug}=${text}`).join(' ')],
    ['prompts', prompts.map(({ prompt }) => prompt.id).join(' ')],
  ];
  return `${factsText(facts)}\noutput  ${jsonText(output)}`;
}

function sessionText(row: SessionRow): string {
  const { session, runbookSlug, environment, failure } = row;
  const { head, rows, none } = blocksTable(row);
  const facts = factsText([
    ['session', session.id],
    ['runbook', runbookSlug],
    ['environment', environment],
    ['status', session.status],
    ['failure', failure],
    ['created', session.createdAt],
  ]);
  return `${facts}\n\n${rows.length === 0 ? none : tableText(head, rows, (text) => text)}`;
}

function requestText({ row, request, answer, operation, decisions }: TrafficEntry): string {
  const facts = factsText([
    ['request', row.id],
    ['at', row.at],
    ['target', `${row.method} ${row.path}${row.query}`],
    ['operation', operation],
    ['status', row.status === 0 ? 'the client disconnected' : String(row.status)],
    ['error', row.error],
    ['warnings', row.warnings.join(' ')],
    ['fault', row.fault?.slug ?? ''],
    ['made', [row.runID, row.sessionID, row.promptID].filter((one) => one !== '').join(' ')],
    ['rules', decisions.map(({ name, rule: text }) => `${name}: ${text}`).join(' ')],
  ]);
  return `${facts}\n\n${bodyText('sent', request)}\n\n${bodyText('answered', answer)}`;
}

function bodyText(name: string, { body, encoding, truncated }: TrafficEntry['request']): string {
  const marks = [...(encoding === 'base64' ? ['in base64'] : []), ...(truncated ? ['only its beginning is kept'] : [])];
  return `${name}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}:\n${body}`;
}

/** Non-empty facts as lines. */
function factsText(facts: readonly (readonly [name: string, text: string])[]): string {
  return facts.flatMap(([name, text]) => (text === '' ? [] : [`${name.padEnd(12)} ${text}`])).join('\n');
}
