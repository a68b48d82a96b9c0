import { isUtf8 } from 'node:buffer';
import { DECISIONS } from '../../../../shared/registry/decisions.ts';
import type { TrafficEntry, TrafficRow, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import { maskJson } from '../../../../shared/model/mask-json.ts';
import { createMasker, MASK, type Masker } from '../../../../shared/model/masking.ts';
import { isCredentialHeader, maskedCredential, maskQuery } from '../../../../shared/model/secrets.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import type { CapturedBody, LoggedExchange } from './traffic-log.ts';

/** Context for formatting entries, as of the time of reading. */
export interface TrafficFormatContext {
  /** Returns the name of a user; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  /** Masks every key and token in use. */
  readonly mask: Masker;
}

/** Formats a request as a row of the list. */
export function trafficRow(logged: LoggedExchange, id: string, naming: TrafficFormatContext): TrafficRow {
  const { callerID, error, webhook } = logged;
  const mask = masking(logged, naming);
  return {
    id,
    at: formatTimestamp(logged.at),
    method: logged.method,
    path: maskedPath(logged, mask),
    query: mask(maskQuery(logged.search, (name) => Object.hasOwn(logged.endpoint?.query?.shape ?? {}, name))),
    status: logged.status,
    milliseconds: Math.round(logged.milliseconds * 1000) / 1000,
    client: headerOf(logged, 'user-agent'),
    caller: callerID === '' ? '' : naming.nameOf(callerID),
    runID: logged.runID,
    sessionID: logged.sessionID,
    promptID: logged.promptID,
    error: mask(error?.message ?? ''),
    code: error?.code ?? '',
    decision: error?.decision ?? '',
    warnings: logged.warnings.map(mask),
    idempotencyKey: logged.idempotencyKey ?? '',
    replayOf: logged.replayOf,
    webhook: webhook?.slug ?? '',
    ...faultOf(logged),
  };
}

function faultOf({ fault }: LoggedExchange): Pick<TrafficRow, 'fault'> {
  if (fault === undefined) return {};
  const { slug, kind, instead } = fault;
  return { fault: { slug, kind, ...(instead === null ? {} : { instead: { status: instead } }) } };
}

/** Formats a request with both sides. */
export function trafficEntry(logged: LoggedExchange, row: TrafficRow, naming: TrafficFormatContext): TrafficEntry {
  const { endpoint, request, answer, answerHeaders } = logged;
  const mask = masking(logged, naming);
  return {
    row,
    request: { headers: requestHeaders(logged, mask), ...sideBody(request, bodyMasking(logged, mask)) },
    answer: {
      headers: Object.entries(answerHeaders).map(([name, value]) => [name, mask(value)]),
      ...sideBody(answer, mask),
    },
    operation: endpoint?.summary ?? '',
    decisions: (endpoint?.decisions ?? []).map((name) => ({ name, rule: DECISIONS[name] })),
  };
}

/** Masks all credentials in a request. */
function masking(logged: LoggedExchange, naming: TrafficFormatContext): Masker {
  const secret = secretOfPath(logged);
  const maskPath = createMasker(secret === '' ? [] : [secret]);
  return (text) => {
    const masked = naming.mask(maskPath(text));
    return masked.includes('tkn_') ? masked.replace(/\btkn_[\w-]+/g, `tkn_${MASK}`) : masked;
  };
}

function bodyMasking({ endpoint }: LoggedExchange, mask: Masker): Masker {
  return endpoint?.holdsSecrets === true ? (text) => mask(maskJson(text)) : mask;
}

/** Path of a request; a webhook's secret is masked whatever its length. */
function maskedPath(logged: LoggedExchange, mask: Masker): string {
  const secret = secretOfPath(logged);
  return secret === '' ? mask(logged.path) : `${logged.path.slice(0, -secret.length)}${MASK}`;
}

/** Last part of a webhook's path. */
function secretOfPath({ endpoint, path }: LoggedExchange): string {
  return endpoint?.access === 'webhook' ? path.slice(path.lastIndexOf('/') + 1) : '';
}

function requestHeaders({ rawHeaders }: LoggedExchange, mask: Masker): [string, string][] {
  const headers: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    headers.push([name, isCredentialHeader(name) ? maskedCredential(value) : mask(value)]);
  }
  return headers;
}

function sideBody({ part, size }: CapturedBody, mask: Masker): Omit<TrafficSide, 'headers'> {
  const bytes = typeof part === 'string' ? undefined : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const truncated = bytes !== undefined && bytes.length < size;
  if (bytes === undefined || isUtf8(truncated ? withoutTornCharacter(bytes) : bytes)) {
    const text = typeof part === 'string' ? part : (bytes?.toString('utf8') ?? '');
    return { body: mask(text), encoding: 'utf8', size, truncated };
  }
  return { body: bytes.toString('base64'), encoding: 'base64', size, truncated };
}

/** Cuts UTF-8 bytes at the last character boundary. */
function withoutTornCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

function headerOf({ rawHeaders }: LoggedExchange, name: string): string {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) return rawHeaders[i + 1] ?? '';
  }
  return '';
}
