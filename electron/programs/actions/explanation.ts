import type { RunRow, TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import type { Reason } from '../../../shared/contract/emulator/reason.ts';
import { ERRORS } from '../../../shared/http/errors.ts';
import { isPending } from '../../../shared/model/status.ts';
import { slugOrName } from '../../../shared/model/titles.ts';
import { DECISIONS } from '../../../shared/registry/decisions.ts';
import type { Hangar } from '../client/hangar.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { UsageError } from '../flags/field.ts';
import { callText } from './action.ts';
import { kindOf } from './get.ts';
import { answerText, pendingOf, promptFacts } from './outcome.ts';

/** Lines at the end of a log that an explanation shows. */
const LOG_LINES = 20;

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).map(([code, { meaning }]) => [code, meaning]),
);
const RULES: ReadonlyMap<string, string> = new Map(Object.entries(DECISIONS));

/** An explanation: sentences for people, facts and the next call for agents. */
interface Explained {
  readonly sentences: readonly string[];
  /** The next useful call of an agent. */
  readonly next: string;
  /** Facts by name. */
  readonly [fact: string]: unknown;
}

/** Explains the run, session, prompt or request with an ID. */
export function explained(hangar: Hangar, id: string): Promise<Explained> {
  const kind = kindOf(id);
  if (kind === 'run') return run(hangar, id);
  if (kind === 'session') return session(hangar, id);
  if (kind === 'prompt') return prompt(hangar, id);
  if (kind === 'request') return request(hangar, id);
  throw new UsageError(`id: "${quoteForMessage(id)}" is not the ID of a run, a session, a prompt or a request`);
}

/** The state of something and its reason, as sentences. */
function sentencesOf(subject: string, reason: Reason | null): string[] {
  if (reason === null) return [`${subject}.`];
  const { text, runIDs, until, by } = reason;
  return [
    `${subject}: ${text}.`,
    ...(runIDs.length === 0 ? [] : [`runs   ${runIDs.join(' ')}`]),
    ...(until === null ? [] : [`until  ${until}`]),
    ...(by === null ? [] : [`by     ${by}`]),
  ];
}

async function prompt({ api }: Hangar, id: string): Promise<Explained> {
  const row = await api.prompts.get({ params: { id } });
  const pending = isPending(row.prompt);
  const next = pending ? answerText(row.prompt) : callText('explain', { id: row.prompt.runID });
  const value = { reason: row.reason, ...promptFacts(row.prompt), runID: row.prompt.runID, isPending: pending };
  const state = pending ? 'is pending' : row.prompt.submittedAt === null ? 'was cancelled' : 'was submitted';
  return { ...value, next, sentences: sentencesOf(`The prompt ${id} of ${slugOrName(row)} ${state}`, row.reason) };
}

async function run({ api }: Hangar, id: string): Promise<Explained> {
  const { row, output, prompts, steps, logLines } = await api.runs.get({ params: { id } });
  const offset = String(Math.max(0, logLines - LOG_LINES));
  const { lines } = await api.runs.logs({ params: { id }, query: { offset, limit: String(LOG_LINES) } });
  const [prompt] = pendingOf(prompts);
  const value = {
    reason: row.reason,
    run: row,
    output,
    steps: steps.map(({ do: step, text, state }) => ({ do: step, text, state })),
    ...(prompt === undefined ? {} : { waitsFor: promptFacts(prompt) }),
    log: lines.map(({ level, text }) => `${level}: ${text}`),
  };
  const sentences = sentencesOf(`The run ${id} of ${slugOrName(row)} is ${row.status}`, row.reason);
  return { ...value, sentences, next: prompt === undefined ? nextAfter(row) : answerText(prompt) };
}

/** The call that helps further: the run to blame, the request that made it, or its definition. */
function nextAfter({ id, reason, origin, taskSlug }: RunRow): string {
  const [other] = reason?.runIDs.filter((runID) => runID !== id) ?? [];
  if (other !== undefined) return callText('explain', { id: other });
  if (origin.trafficID !== '') return callText('explain', { id: origin.trafficID });
  return callText('describe', { kind: 'tasks', slug: taskSlug });
}

async function session({ api }: Hangar, id: string): Promise<Explained> {
  const { row } = await api.sessions.get({ params: { id } });
  const block =
    row.blocks.find(({ status }) => status === 'Waiting') ?? row.blocks.find(({ status }) => status === 'Failed');
  const runID = block?.runID ?? '';
  const next =
    runID === ''
      ? callText('describe', { kind: 'runbooks', slug: row.runbookSlug })
      : callText('explain', { id: runID });
  const sentences = sentencesOf(`The session ${id} of ${row.runbookSlug} is ${row.session.status}`, row.reason);
  return { ...row, next, sentences };
}

async function request({ api }: Hangar, id: string): Promise<Explained> {
  const entry = await api.traffic.get({ params: { id } });
  const { refusal } = entry;
  const hints =
    refusal?.repairs.map(({ label, request: { method, path } }) => `repair ${label} (${method} ${path})`) ?? [];
  const { text = '', nearest = '' } = refusal ?? {};
  const plain = text === '' ? [] : [nearest === '' ? text : `${text} Did you mean ${nearest}?`];
  return { ...requestFacts(entry), refusal, sentences: [...requestSentences(entry), ...plain, ...hints] };
}

function requestSentences({ row }: TrafficEntry): string[] {
  const rule = RULES.get(row.decision);
  const answer = row.status === 0 ? 'got no answer' : `was answered with ${row.status}`;
  return [
    `The request ${row.id} (${row.method} ${row.path}${row.query}) ${answer}${row.error === '' ? '.' : `: ${row.error}`}`,
    ...(row.fault === undefined ? [] : [`The fault “${row.fault.slug}” changed the answer.`]),
    ...(rule === undefined ? [] : [`rule   ${row.decision}: ${rule}`]),
    ...row.warnings,
  ];
}

function requestFacts({ row, request: sent, answer, operation, decisions }: TrafficEntry) {
  const rule = RULES.get(row.decision);
  const value = {
    id: row.id,
    request: `${row.method} ${row.path}${row.query}`,
    operation,
    status: row.status,
    error: row.error,
    code: row.code,
    meaning: MEANINGS.get(row.code) ?? '',
    ...(rule === undefined ? {} : { brokenRule: { name: row.decision, rule } }),
    ...(row.error === '' ? {} : { rulesOfOperation: decisions }),
    warnings: row.warnings,
    fault: row.fault,
    sent: sent.body,
    answered: answer.body,
  };
  const after = row.error === '' ? callText('find', { what: 'requests' }) : 'describe {}';
  return { ...value, next: row.runID === '' ? after : callText('explain', { id: row.runID }) };
}
