import { connect } from 'node:net';

/** An answer as it came over the socket; header names in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request whose target is sent unchanged; `fetch` would normalise it. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** A header with several values is sent several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** True for a target that Node accepts; it closes the connection of others. */
export function isRead(target: string): boolean {
  return /^(?:\/|https?:\/\/|\*)[\x21-\x7e]*$/i.test(target);
}

/** Sends requests one behind the other through one connection; rejects unless each is answered. */
export async function sendRaw(port: number, requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const last = requests.length - 1;
  const bytes = requests.map((request, index) => requestBytes(request, index === last)).join('');
  const answers = readAnswers(await exchange(port, bytes));
  if (answers.length === requests.length) return answers;
  const unanswered = requests[answers.length]?.target ?? '';
  throw new Error(`${answers.length} answers to ${requests.length} requests; ${unanswered} has none`);
}

function requestBytes({ method, target, headers = {}, body = '' }: RawRequest, isLast: boolean): string {
  const lines = Object.entries({
    Host: '127.0.0.1:4100',
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
    ...(isLast ? { Connection: 'close' } : {}),
  }).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends bytes, one for each character; gives all that comes back until the server closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no end of the answers after ${text.slice(-500)}`)));
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    socket.write(bytes, 'latin1');
  });
}

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        // `trim` would take away bytes beyond ASCII that look like white space, too.
        const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '');
        return [line.slice(0, colon).toLowerCase(), value] as const;
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(first.split(' ')[1]), headers, text: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
