import { ApiError } from '../../../../shared/http/errors.ts';
import { PromptContent } from '../../../../shared/model/behavior.ts';
import { refuseBreaches } from '../../../../shared/model/formula-checks.ts';
import { Parameters } from '../../../../shared/model/parameter.ts';
import { isJsonObject, type JsonObject, asJson } from '../../../../shared/values/json.ts';
import { type RunContext, type SessionResult, RunFailedError } from '../../engine/context/behavior-port.ts';
import { MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';
import { REQUEST_LIMITS } from '../limits.ts';
import type { Compiler } from './compiler/compiler.ts';
import type { RequestMessage, RequestName } from './protocol/messages.ts';
import type { ErrorMessage, Requests } from './protocol/protocol.ts';
import type { ChildRun } from '../../../../shared/script-context.d.ts';

/** Handlers by name of the request. */
type RequestHandlers = {
  readonly [Name in RequestName]: (args: Requests[Name]['args']) => Promise<Requests[Name]['result']>;
};

/** Handles the requests of one script within `REQUEST_LIMITS`. */
export interface RequestHandler {
  /** Handles a request. Throws an Error when the script exceeds a limit; rejects with the error for the script. */
  readonly handle: (message: RequestMessage) => Promise<Requests[RequestName]['result']>;
}

/** Creates the request handler of a script's run. */
export function createRequestHandler(context: RunContext, compiler: Compiler): RequestHandler {
  const handlers = handlersFor(context, compiler);
  const prompts = atMost(REQUEST_LIMITS.prompts, 'prompts per script');
  const children = atMost(REQUEST_LIMITS.children, 'child runs and sessions per script');
  const counters: Partial<Record<RequestName, Counter>> = {
    prompt: prompts,
    execute: children,
    executeRunbook: children,
  };
  const inFlight = new Map<number, number>();
  let characters = 0;
  return {
    handle: ({ id, name, args }) => {
      if (inFlight.has(id)) throw new Error(`the script sent two requests with the ID ${id}`);
      counters[name]?.();
      const length = JSON.stringify(args).length;
      inFlight.set(id, length);
      characters += length;
      checkInFlight(inFlight.size, characters);
      return handled(handlers, name, args).finally(() => {
        inFlight.delete(id);
        characters -= length;
      });
    },
  };
}

function handled<Name extends RequestName>(
  handlers: RequestHandlers,
  name: Name,
  args: Requests[Name]['args'],
): Promise<Requests[Name]['result']> {
  return handlers[name](args);
}

function checkInFlight(count: number, characters: number): void {
  const { inFlight, charactersInFlight } = REQUEST_LIMITS;
  if (count > inFlight) throw new Error(`the script has more than ${inFlight.toLocaleString('en')} pending requests`);
  if (characters > charactersInFlight)
    throw new Error(`the script's pending requests take more than ${charactersInFlight / 1_000_000} MB`);
}

/** Counts a request; throws an Error beyond the limit. */
type Counter = () => void;

function atMost(limit: number, what: string): Counter {
  let count = 0;
  return () => {
    if (++count > limit) throw new Error(`at most ${limit.toLocaleString('en')} ${what} are allowed`);
  };
}

function handlersFor(context: RunContext, compiler: Compiler): RequestHandlers {
  return {
    compile: ({ text, name, bundled }) => compiler.compile(text, name, bundled),
    locate: ({ text, name, message }) => compiler.locate(text, name, message),
    prompt: async (ask) => ({ ...(await context.promptResult(context.startPrompt(parsePrompt(ask)))) }),
    execute: async ({ task, paramValues, resources }) => {
      const runID = context.startChild({ task, paramValues, resources: parseResources(resources) });
      const child = await context.childResult(runID);
      if (child.status !== 'Succeeded') throw new RunFailedError(child, task);
      // The script's author knows the type of the output.
      return { runID, status: child.status, output: child.output as ChildRun['output'] };
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

/** Rejects `executeRunbook` when the session does not succeed. */
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

/** Fields of an error that are sent to the script. */
const FIELDS = ['code', 'promptID', 'cancelledBy', 'runID', 'sessionID', 'status', 'output'] as const;

/** Converts an error for the script. */
export function errorMessage(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
  const own = new Map<string, unknown>(Object.entries(error));
  const fields: JsonObject = Object.fromEntries(
    FIELDS.flatMap((name) => (own.has(name) ? [[name, asJson(own.get(name))]] : [])),
  );
  return { name: error.name, message: error.message, fields };
}

/** Maximum number of problems in the error for an invalid prompt. */
const PROBLEMS_NAMED = 20;

/** A prompt of a script, whose parameters hold to the rules of a task's. */
const ScriptPrompt = PromptContent.extend({ parameters: Parameters.superRefine(refuseBreaches).default([]) });

function parsePrompt(ask: JsonObject): PromptContent {
  const parsed = ScriptPrompt.safeParse(ask);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, PROBLEMS_NAMED)
    .map(({ path, message }) => `${path.join('.') || 'argument'}: ${message}`);
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
