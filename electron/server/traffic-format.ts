import { isUtf8 } from 'node:buffer';
import { DECISIONS } from '../../shared/contract/decisions.ts';
import type { TrafficEntry, TrafficRow, TrafficSide } from '../../shared/contract/emulator/rows.ts';
import { formatTimestamp } from '../../shared/model/timestamp.ts';
import type { Exchange } from './exchange.ts';
import { isSecretHeader } from './header-facts.ts';
import type { KeptBody } from './traffic.ts';

/** What makes an entry readable and safe to show, as it stands when somebody looks. */
export interface Naming {
  /** The name of a user; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  /** Every key in use, to be masked wherever it appears. */
  readonly keys: () => Iterable<string>;
}

const MASK = '****';

/** A request as a row of the list. */
export function trafficRow(exchange: Exchange, naming: Naming): TrafficRow {
  const { outcome, facts, webhookCalled } = exchange;
  const mask = masking(exchange, naming);
  return {
    id: exchange.trafficID,
    at: formatTimestamp(exchange.at),
    method: exchange.method,
    path: mask(exchange.path),
    query: mask(exchange.search),
    status: outcome?.status ?? 0,
    milliseconds: Math.round(exchange.milliseconds * 1000) / 1000,
    client: headerOf(exchange, 'user-agent'),
    caller: exchange.callerID === '' ? '' : naming.nameOf(exchange.callerID),
    ...exchange.made,
    error: mask(outcome?.error?.message ?? ''),
    code: outcome?.error?.code ?? '',
    warnings: exchange.warnings.map(mask),
    idempotencyKey: facts.idempotencyKey ?? '',
    replayOf: exchange.replayOf,
    webhook: webhookCalled?.slug ?? '',
  };
}

/** A request with both sides. */
export function trafficEntry(
  exchange: Exchange,
  bodies: { readonly request: KeptBody; readonly answer: KeptBody },
  naming: Naming,
): TrafficEntry {
  const { endpoint } = exchange;
  const mask = masking(exchange, naming);
  return {
    row: trafficRow(exchange, naming),
    request: { headers: requestHeaders(exchange, mask), ...sideBody(bodies.request, mask) },
    answer: {
      headers: Object.entries(exchange.answerHeaders ?? {}).map(([name, value]) => [name, mask(value)]),
      ...sideBody(bodies.answer, mask),
    },
    operation: endpoint?.summary ?? '',
    decisions: (endpoint?.decisions ?? []).map((name) => ({ name, rule: DECISIONS[name] })),
  };
}

type Mask = (text: string) => string;

/** Replaces everything that would let a reader of the log act as somebody. */
function masking(exchange: Exchange, { keys }: Naming): Mask {
  const secrets = [...keys()].filter((key) => !/^tkn_[\w-]+$/.test(key));
  const secret = secretOfPath(exchange);
  if (secret !== '') secrets.push(secret);
  return (text) => {
    let masked = text.includes('tkn_') ? text.replace(/\btkn_[\w-]+/g, `tkn_${MASK}`) : text;
    for (const each of secrets) if (masked.includes(each)) masked = masked.replaceAll(each, MASK);
    return masked;
  };
}

/** The last part of a webhook's path. */
function secretOfPath({ endpoint, path }: Exchange): string {
  return endpoint?.access === 'webhook' ? path.slice(path.lastIndexOf('/') + 1) : '';
}

function requestHeaders({ rawHeaders }: Exchange, mask: Mask): [string, string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    headers.push([name, isSecretHeader(name) ? maskedSecret(value) : mask(value)]);
  }
  return headers;
}

/** Keeps what kind of secret it was. */
function maskedSecret(value: string): string {
  const kind = /^(?:tkn_|(?:Bearer|Basic) )/.exec(value)?.[0] ?? '';
  return `${kind}${MASK}`;
}

function sideBody({ part, size }: KeptBody, mask: Mask): Omit<TrafficSide, 'headers'> {
  const bytes = typeof part === 'string' ? undefined : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const truncated = bytes !== undefined && bytes.length < size;
  if (bytes === undefined || isUtf8(truncated ? withoutTornCharacter(bytes) : bytes)) {
    const text = typeof part === 'string' ? part : (bytes?.toString('utf8') ?? '');
    return { body: mask(text), encoding: 'utf8', size, truncated };
  }
  return { body: bytes.toString('base64'), encoding: 'base64', size, truncated };
}

/** Cuts a UTF-8 text at the last place where a character begins. */
function withoutTornCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

function headerOf({ rawHeaders }: Exchange, name: string): string {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) return rawHeaders[i + 1] ?? '';
  }
  return '';
}
