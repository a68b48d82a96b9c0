import type { ClientRequest, IncomingMessage } from 'node:http';
import { SENT_FOR } from '../../../../../shared/http/request-parts.ts';
import { messageOf } from '../../../../../shared/values/messages.ts';
import { readAnswer, type RestAnswer } from './rest-answer.ts';

/** Headers about the connection and the length, which Hangar sets itself. Those given are left out. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'host', 'keep-alive', 'proxy-connection', 'transfer-encoding'],
]);

/** Headers that ask for a connection of another sort, and the one that says for whom Hangar sends. Those given are refused. */
const REFUSED_HEADERS: ReadonlySet<string> = new Set([
  ...['expect', 'http2-settings', 'te', 'trailer', 'upgrade', SENT_FOR.toLowerCase()],
]);

/** Answers such as 103 before the answer itself; no server sends many. */
const MAX_EARLY_ANSWERS = 20;

/** A request that Hangar sends for somebody. */
interface OutboundRequest {
  readonly url: URL;
  readonly method: string;
  /** Those chosen by whoever has the request sent; of equal names the last counts. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  /** Milliseconds without a byte of the answer after which it fails. */
  readonly silence: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request for somebody: marked, so that no Hangar takes it for its user's (`shared/http/request-parts.ts`), and on a connection
 * of its own. Follows no redirect. Every request of a built-in task goes through here.
 * @param name the request in the message of a failure
 */
export async function sendOutbound(request: OutboundRequest, name: string): Promise<RestAnswer> {
  const headers = outboundHeaders(request);
  const late = { isSilent: false };
  try {
    // Loading both takes as long as many a run.
    const { request: open } = await (request.url.protocol === 'https:' ? import('node:https') : import('node:http'));
    const { method, signal, silence, body } = request;
    // Without keep-alive: the server may have closed a kept connection.
    const sent = open(request.url, { method, headers, signal, agent: false });
    sent.setTimeout(silence, () => {
      late.isSilent = true;
      sent.destroy();
    });
    return await readAnswer(await answerTo(sent, body));
  } catch (error) {
    const reason = late.isSilent ? `the server sent nothing for ${request.silence / 1000} s` : reasonOf(error);
    throw new Error(`${name} failed: ${reason}`, { cause: error });
  }
}

function outboundHeaders({ headers: given, body }: OutboundRequest): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'hangar', 'accept-encoding': 'gzip, deflate, br' };
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    if (REFUSED_HEADERS.has(lower))
      throw new Error(`"headers" may not have "${name}": Hangar sends one request and reads one answer`);
    if (!OWN_HEADERS.has(lower)) headers[lower] = value;
  }
  if (body !== undefined) headers['content-length'] = String(body.length);
  headers[SENT_FOR] = 'run';
  return headers;
}

function answerTo(request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let early = 0;
    const fail = (reason: string): void => {
      reject(new Error(reason));
      request.destroy();
    };
    request.once('response', resolve);
    request.once('upgrade', (answer, socket) => {
      socket.destroy();
      fail(`the server answered ${answer.statusCode ?? 101} and changed the protocol, which no request asked for`);
    });
    request.on('information', () => {
      early += 1;
      if (early > MAX_EARLY_ANSWERS) fail('the server sent one answer of 1xx after the other');
    });
    // Errors after the answer has begun reject its stream, too; this listener keeps them from being uncaught.
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection closed before an answer')));
    request.end(body);
  });
}

/** The message of an error. An error of several addresses has only a code. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messageOf(error) || code || 'the connection failed';
}
