import { ApiError } from '../../../shared/http/errors.ts';
import { PromptAsk } from '../../../shared/model/behavior.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import { RunFailedError, type RunContext, type SessionResult } from '../../engine/behavior-port.ts';
import type { AskMessage, ErrorMessage, QuestionName, Questions } from './protocol.ts';
import { locateSyntaxError, type TypeStripper } from './strip-types.ts';

/** How the questions of a script are answered. */
export type Answers = {
  readonly [Name in QuestionName]: (ask: Questions[Name]['ask']) => Promise<Questions[Name]['answer']>;
};

const MICROS_PER_SECOND = 1_000_000;

/** Answers a script's questions out of its run's context. */
export function answersFrom(context: RunContext, stripper: TypeStripper): Answers {
  return {
    strip: ({ text, name }) => stripper.strip(text, name),
    locate: ({ text, name, message }) => Promise.resolve(locateSyntaxError(text, name, message)),
    prompt: async (ask) => ({ ...(await context.promptResult(context.startPrompt(parseAsk(ask)))) }),
    execute: async ({ task, paramValues, resources }) => {
      const runID = context.startChild({ task, paramValues, resources: parseResources(resources) });
      const child = await context.childResult(runID);
      if (child.status !== 'Succeeded') throw new RunFailedError(child, task);
      return { runID, status: child.status, output: child.output };
    },
    executeRunbook: async ({ runbook, paramValues }) => {
      const session = await context.sessionResult(context.startSession(runbook, paramValues));
      if (session.status !== 'Succeeded') throw new SessionFailedError(session, runbook);
      return { sessionID: session.sessionID, status: session.status };
    },
    sleep: async (seconds) => {
      await context.sleepUntil(context.now() + Math.round(seconds * MICROS_PER_SECOND));
      return null;
    },
  };
}

/** The answer to a question of any kind. */
export function answer(answers: Answers, { name, ask }: AskMessage): Promise<Json> {
  // The compiler cannot see that a name picks both the question and what answers it.
  const answerTo = answers[name] as (ask: unknown) => Promise<Json>;
  return answerTo(ask);
}

/** Thrown into a script whose session did not succeed. */
class SessionFailedError extends Error {
  override readonly name = 'SessionFailedError';
  readonly sessionID: string;
  readonly status: string;

  constructor({ sessionID, status, failure }: SessionResult, runbook: string) {
    super(`${runbook} (${sessionID}) ${status === 'Cancelled' ? 'was cancelled' : `failed: ${failure}`}`);
    this.sessionID = sessionID;
    this.status = status;
  }
}

/** What of an error goes to the script beside name and message. */
const FIELDS = ['code', 'promptID', 'cancelledBy', 'runID', 'sessionID', 'status', 'output'] as const;

/** An error as it goes to the thread. */
export function errorMessage(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
  const own = new Map<string, unknown>(Object.entries(error));
  const fields = Object.fromEntries(FIELDS.flatMap((name) => (own.has(name) ? [[name, own.get(name)]] : [])));
  return { name: error.name, message: error.message, fields: fields as JsonObject };
}

function parseAsk(ask: JsonObject): PromptAsk {
  const parsed = PromptAsk.safeParse(ask);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'ask'}: ${message}`);
  throw new ApiError('invalid_request', `prompt(): ${problems.join('; ')}`);
}

function parseResources(resources: JsonObject): Record<string, string> {
  const entries = Object.entries(resources).map(([alias, reference]): [string, string] => {
    if (typeof reference === 'string') return [alias, reference];
    const id = isJsonObject(reference) ? reference['id'] : undefined;
    if (typeof id === 'string') return [alias, id];
    throw new ApiError('invalid_request', `execute(): the resource "${alias}" must be given by its ID or slug`);
  });
  return Object.fromEntries(entries);
}
