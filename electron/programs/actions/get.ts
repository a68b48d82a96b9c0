import type { z } from 'zod';
import type { PromptRow, RunDetail, SessionRow, TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/titles.ts';
import {
  type CollectionName,
  COLLECTION_NAMES,
  COLLECTIONS,
  isRuleList,
} from '../../../shared/registry/collections.ts';
import { ID_PREFIXES } from '../../../shared/registry/ids.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { operand, UsageError } from '../flags/field.ts';
import { tableText, colourOf, jsonText } from '../output/terminal-text.ts';
import { command, sharedAction } from './action.ts';
import { parametersText } from './outcome.ts';

/** Prints the thing with an ID. */
export const GET = {
  get: command({
    summary: 'Print the run, session, prompt, request, definition or finding with an ID',
    example: 'hangar get run20261120z4k2m9x0q7a',
    fields: { id: operand('ID', 'ID of the thing') },
    run: async ({ hangar, out }, { id }) => {
      const { value, text } = await found(await hangar(), id);
      out.show(value, text ?? jsonText(value));
    },
  }),
} as const;

/** The kind of an ID, by its prefix; `undefined` for other texts. IDs of requests begin with `trf`. */
export function kindOf(id: string): CollectionName | 'run' | 'session' | 'prompt' | 'request' | undefined {
  const prefix = id.slice(0, 3);
  if (prefix === ID_PREFIXES.run) return 'run';
  if (prefix === ID_PREFIXES.session) return 'session';
  if (prefix === ID_PREFIXES.prompt) return 'prompt';
  if (prefix === 'trf') return 'request';
  return COLLECTION_NAMES.find((name) => COLLECTIONS[name].idPrefix === prefix);
}

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
  if (kind !== undefined)
    return isRuleList(kind)
      ? inList((await api[kind].list()).items, id)
      : { value: await api.definitions[kind].get({ params }) };
  if (id.startsWith('fnd')) return inList((await api.findings.list()).items, id);
  if (id.startsWith('sbx')) return inList((await api.sandboxes.list()).items, id);
  throw new UsageError(`"${id}" is not an ID; IDs begin with three letters, such as run, ses, pmt, trf or tsk`);
}

function withText<Value>(value: Value, textOf: (value: Value) => string): Found {
  return { value, text: textOf(value) };
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
    ['why', row.reason?.text ?? ''],
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
    ['why', row.reason?.text ?? ''],
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

/** A prompt as sentences. */
function promptText(row: PromptRow): string {
  const { prompt, environment, answer } = row;
  const state =
    prompt.submittedAt !== null
      ? `submitted at ${prompt.submittedAt}`
      : prompt.cancelledAt !== null
        ? `cancelled at ${prompt.cancelledAt}`
        : 'waits for an answer';
  const fields = Object.entries(parametersText(prompt.schema.parameters)).map(([slug, text]) => `  ${slug}  ${text}`);
  return [
    `${prompt.id} of ${slugOrName(row)} in ${environment} (${prompt.runID}): ${state}`,
    ...(prompt.description === '' ? [] : [prompt.description]),
    ...(fields.length === 0 ? [] : ['It asks for:', ...fields]),
    ...(answer === null ? [] : [`The rule ${answer.rule} answers it at ${answer.dueAt}.`]),
    ...(typeof answer?.problem === 'string' ? [`The rule could not answer it: ${answer.problem}`] : []),
  ].join('\n');
}

/** Non-empty facts as lines. */
function factsText(facts: readonly (readonly [name: string, text: string])[]): string {
  return facts.flatMap(([name, text]) => (text === '' ? [] : [`${name.padEnd(12)} ${text}`])).join('\n');
}

/** The blocks of a session as a table. */
export function blocksTable({ blocks }: SessionRow) {
  return {
    head: ['block', 'status', 'run'],
    rows: blocks.map(({ slug, status, runID }) => [slug, { text: status, colour: colourOf(status) }, runID]),
    none: 'The runbook has no blocks.',
  };
}

/** Explains the thing with an ID. */
export const EXPLAIN = {
  explain: sharedAction({
    summary: 'Explain why a run, session or prompt waits or failed, or why a request was refused',
    example: 'hangar explain run20261120z4k2m9x0q7a',
    fields: { id: operand('ID', 'ID of a run, session, prompt or request') },
    ask: async (hangar, { id }) => (await import('./explanation.ts')).explained(hangar, id),
    tell: ({ sentences }) => sentences.join('\n'),
    report: ({ sentences: _, next, ...value }) => ({ value, next }),
  }),
} as const;
