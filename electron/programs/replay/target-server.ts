import type { IncomingMessage } from 'node:http';
import { isSentFor, SENT_FOR } from '../../../shared/http/request-parts.ts';
import { isCredentialHeader } from '../../../shared/model/secrets.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { connectHttp, type HttpConnection, isUnreachable } from '../client/http.ts';
import type { ComparedAnswer } from './compare-answers.ts';

/** A request to send. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** True for a header of the connection, which differs in the replay. Bodies are recorded decoded. */
export function isOfConnection(name: string): boolean {
  return CONNECTION.test(name) || isSentFor(name);
}

const CONNECTION =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|keep-alive|expect|te|trailer|upgrade|proxy-.*|:.*)$/i;

/** Timeout of an answer, in milliseconds. */
const TIMEOUT = 60_000;
/** Maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 100_000_000;

/** The server that a recording is replayed against. */
export class TargetServer {
  readonly #url: URL;
  readonly #apiKey: string | undefined;
  readonly #connection: HttpConnection;

  /** @param apiKey replaces the keys of the recording; without it they are sent unchanged */
  constructor(url: URL, apiKey: string | undefined) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#connection = connectHttp(url);
  }

  /** Sends a request of the recording. The status is 0 without a complete answer. Throws `StartError` when no server listens. */
  send(request: SentRequest): Promise<ComparedAnswer> {
    return this.#send(request, [SENT_FOR, 'replay']);
  }

  async #send({ method, target, headers, body }: SentRequest, mark: readonly string[]): Promise<ComparedAnswer> {
    const sent: string[] = [];
    for (const [name, value] of headers) if (!isOfConnection(name)) sent.push(name, this.#valueOf(name, value));
    sent.push('Host', this.#url.host, ...mark);
    if (body.length > 0 || !/^(?:GET|HEAD|DELETE)$/.test(method)) sent.push('Content-Length', String(body.length));
    return new Promise((resolve, reject) => {
      const request = this.#connection.request(target, { method, headers: sent, timeout: TIMEOUT });
      request.once('response', (response) => void readAnswer(response).then(resolve));
      request.once('timeout', () => request.destroy());
      request.once('error', (error) => {
        if (isUnreachable(error))
          reject(
            new StartError('notRunning', `No server listens at ${this.#url.origin}; start Hangar with hangar serve`),
          );
        else resolve({ status: 0, body: '' });
      });
      request.end(body);
    });
  }

  /** Reads JSON from Hangar's own interface; `undefined` when the server lacks it. */
  async read(target: string): Promise<string | undefined> {
    const { status, body } = await this.#send({ method: 'GET', target, headers: [], body: Buffer.alloc(0) }, []);
    return status === 200 ? body : undefined;
  }

  #valueOf(name: string, value: string): string {
    if (this.#apiKey === undefined || !isCredentialHeader(name)) return value;
    return value.replace(
      /^((?:Bearer|Token) )?tkn_.*$/i,
      (_, scheme: string | undefined) => `${scheme ?? ''}${this.#apiKey}`,
    );
  }

  close(): void {
    this.#connection.close();
  }
}

async function readAnswer(response: IncomingMessage): Promise<ComparedAnswer> {
  const chunks: AsyncIterable<Buffer> = response;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of chunks) {
      size += part.length;
      if (size > MAX_ANSWER_BYTES) break;
      parts.push(part);
    }
  } catch {
    return { status: 0, body: '' };
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') };
}
