import { ApiError } from '../../../../shared/http/errors.ts';
import { PromptAsk } from '../../../../shared/model/behavior.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/values/json.ts';
import { RunFailedError, type RunContext, type SessionResult } from '../../engine/behavior-port.ts';
import { REQUEST_LIMITS } from '../limits.ts';
import type { Compiler } from './compiler/compiler.ts';
import type { RequestMessage, RequestName } from './protocol/messages.ts';
import type { ErrorMessage, Requests } from './protocol/protocol.ts';

/** How each question of a script is answered. */
type RequestHandlers = {
  readonly [Name in RequestName]: (ask: Requests[Name]['ask']) => Promise<Requests[Name]['answer']>;
};

/** Answers the questions of one script, within `QUESTION_LIMITS`. */
export interface RequestHandler {
  /** Throws an Error when the script asks too much; rejects with what goes to the script. */
  readonly answer: (message: RequestMessage) => Promise<Json>;
}

const MICROS_PER_SECOND = 1_000_000;

/** Answers a script's questions out of its run's context. */
export function createRequestHandler(context: RunContext, compiler: Compiler): RequestHandler {
  const answers = answersFrom(context, compiler);
  const prompts = atMost(REQUEST_LIMITS.prompts, 'prompts that a script may ask');
  const children = atMost(REQUEST_LIMITS.children, 'runs and sessions that a script may start');
  const counters: Partial<Record<RequestName, Counter>> = {
    prompt: prompts,
    execute: children,
    executeRunbook: children,
  };
  const inFlight = new Map<number, number>();
  let characters = 0;
  return {
    answer: ({ id, name, ask }) => {
      if (inFlight.has(id)) throw new Error(`the script asked twice under the number ${id}`);
      counters[name]?.();
      const length = JSON.stringify(ask).length;
      inFlight.set(id, length);
      characters += length;
      checkInFlight(inFlight.size, characters);
      // The compiler cannot see that a name picks both the question and what answers it.
      const answerTo = answers[name] as (ask: unknown) => Promise<Json>;
      return answerTo(ask).finally(() => {
        inFlight.delete(id);
        characters -= length;
      });
    },
  };
}

function checkInFlight(count: number, characters: number): void {
  const { inFlight, charactersInFlight } = REQUEST_LIMITS;
  if (count > inFlight) throw new Error(`the script waits for more than ${inFlight.toLocaleString('en')} answers`);
  if (characters > charactersInFlight)
    throw new Error(`the script's questions take more than ${charactersInFlight / 1_000_000} MB together`);
}

/** Counts; throws an Error beyond the limit. */
type Counter = () => void;

function atMost(limit: number, what: string): Counter {
  let count = 0;
  return () => {
    if (++count > limit) throw new Error(`there are at most ${limit.toLocaleString('en')} ${what}`);
  };
}

function answersFrom(context: RunContext, compiler: Compiler): RequestHandlers {
  return {
    compile: ({ text, name }) => compiler.compile(text, name),
    locate: ({ text, name, message }) => compiler.locate(text, name, message),
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

/** Fields of an error that go to the script beside name and message. */
const FIELDS = ['code', 'promptID', 'cancelledBy', 'runID', 'sessionID', 'status', 'output'] as const;

/** An error as it goes to the script. */
export function errorMessage(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
  const own = new Map<string, unknown>(Object.entries(error));
  const fields = Object.fromEntries(FIELDS.flatMap((name) => (own.has(name) ? [[name, own.get(name)]] : [])));
  return { name: error.name, message: error.message, fields: fields as JsonObject };
}

/** Problems of a prompt that its error names. */
const PROBLEMS_NAMED = 20;

function parseAsk(ask: JsonObject): PromptAsk {
  const parsed = PromptAsk.safeParse(ask);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, PROBLEMS_NAMED)
    .map(({ path, message }) => `${path.join('.') || 'ask'}: ${message}`);
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
