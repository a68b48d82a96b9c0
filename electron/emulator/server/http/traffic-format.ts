import { isUtf8 } from 'node:buffer';
import { DECISIONS } from '../../../../shared/registry/decisions.ts';
import type { TrafficEntry, TrafficRow, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import type { ErrorFacts } from '../../../../shared/http/errors.ts';
import { isCredentialOfHeaders, maskJson } from '../../../../shared/model/mask-json.ts';
import { createReplacer, type Masker, type Redaction } from '../../../../shared/model/masking.ts';
import { isCredentialHeader, maskedCredential, maskQuery } from '../../../../shared/model/secrets.ts';
import { isJsonObject, type JsonObject, jsonOfText, objectOf } from '../../../../shared/values/json.ts';
import { decodedUrl } from '../../../../shared/values/url-texts.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { firstValues, SHOWN } from '../../engine/lists/rows.ts';
import type { CapturedBody, LoggedExchange } from './logged-exchange.ts';

/** Context for formatting entries when they are read. */
export interface TrafficFormatContext {
  /** Returns the name of a user; "" when unknown. */
  readonly nameOf: (userID: string) => string;
  readonly redaction: Redaction;
  /** Returns the task of a run, or of the run of a prompt, or the runbook of a session, and its first values; `undefined` when it is not kept. */
  readonly subjectOf?: (ids: Pick<LoggedExchange, 'runID' | 'promptID' | 'sessionID'>) => TrafficRow['subject'];
  /** Returns a refusal in plain words; "" for none. */
  readonly refusalText?: (refused: Pick<TrafficEntry, 'row' | 'request'> & { readonly facts: ErrorFacts }) => string;
}

/** Formats a request as a row of the list. */
export function trafficRow(logged: LoggedExchange, id: string, context: TrafficFormatContext): TrafficRow {
  const { callerID, error, webhook } = logged;
  const mask = masking(logged, context);
  const row: TrafficRow = {
    id,
    at: formatTimestamp(logged.at),
    method: logged.method,
    path: maskedPath(logged, mask, context),
    query: maskedQuery(logged, mask, context),
    status: logged.status,
    milliseconds: Math.round(logged.milliseconds * 1000) / 1000,
    client: mask(headerOf(logged, 'user-agent')),
    caller: callerID === '' ? '' : context.nameOf(callerID),
    runID: logged.runID,
    ...(logged.runStatus === '' ? {} : { runStatus: logged.runStatus }),
    sessionID: logged.sessionID,
    promptID: logged.promptID,
    error: mask(error?.message ?? ''),
    code: error?.code ?? '',
    decision: error?.decision ?? '',
    warnings: logged.warnings.map((text) => mask(text)),
    idempotencyKey: mask(logged.idempotencyKey ?? ''),
    replayOf: logged.replayOf,
    webhook: webhook?.slug ?? '',
    ...subjectOf(logged, mask, context),
    ...faultOf(logged),
  };
  const summary = error === undefined ? listed(logged) : refusalText(logged, row, context);
  return summary === '' ? row : { ...row, summary };
}

/** Most bytes of an answer that is read for a row: a page of runs or sessions has less. */
const MOST_LISTED = 65_536;

/** The number of items that a list gave, such as `50 runs`; "" for other answers. */
function listed({ path, status, answer: { part, size } }: LoggedExchange): string {
  const [, noun = ''] = /^\/v0\/(run|session|prompt)s\/list$/.exec(path) ?? [];
  if (noun === '' || status !== 200 || size > MOST_LISTED) return '';
  const items = objectOf(jsonOfText(typeof part === 'string' ? part : Buffer.from(part).toString()))[`${noun}s`];
  return Array.isArray(items) ? `${items.length || 'no'} ${noun}${items.length === 1 ? '' : 's'}` : '';
}

function refusalText(logged: LoggedExchange, row: TrafficRow, context: TrafficFormatContext): string {
  const { request, fault } = logged;
  // A row names the fault of a request beside its answer.
  if (request.size > MOST_READ || fault !== undefined || context.refusalText === undefined) return '';
  const shown = { headers: [], ...sideBody(request, bodyMasking(logged, context).maskBody) };
  const text = context.refusalText({ row, request: shown, facts: shownFacts(logged, context) });
  return text === row.error ? '' : text;
}

/** The data behind the error of a request, masked as its message is. */
export function shownFacts(logged: LoggedExchange, context: TrafficFormatContext): ErrorFacts {
  const { problems, named, environment } = logged.error?.facts ?? {};
  const mask = masking(logged, context);
  return {
    problems: problems?.map(({ name, text, at, lacks }) => ({
      ...{ name: mask(name), text: mask(text), lacks },
      at: at?.map((step) => (typeof step === 'string' ? mask(step) : step)),
    })),
    named: named && { noun: named.noun, name: mask(named.name) },
    environment: environment && mask(environment),
  };
}

function subjectOf(logged: LoggedExchange, mask: Masker, context: TrafficFormatContext): Pick<TrafficRow, 'subject'> {
  const { runID, promptID, sessionID } = logged;
  const isNamed = runID === '' && promptID === '' && sessionID === '';
  const subject = isNamed ? namedSubject(logged, context) : context.subjectOf?.(logged);
  return subject === undefined
    ? {}
    : {
        subject: {
          slug: subject.slug,
          values: subject.values.map((text) => mask(text, text.length < SHOWN.characters ? undefined : 'cut')),
        },
      };
}

/** Most bytes of a body that is read for a row. */
const MOST_READ = 4096;

/** The task or runbook that a call without a run names in its body, such as a refused one, with its first values. */
function namedSubject(logged: LoggedExchange, context: TrafficFormatContext): TrafficRow['subject'] {
  const { path, request } = logged;
  if (!path.endsWith('/execute') || request.size > MOST_READ) return undefined;
  const body = jsonOfText(sideBody(request, bodyMasking(logged, context).maskBody).body);
  const { slug = '', paramValues = {} }: JsonObject = isJsonObject(body) ? body : {};
  if (typeof slug !== 'string' || slug === '') return undefined;
  const values = firstValues(isJsonObject(paramValues) ? paramValues : {}).map(([, value]) => value);
  return { slug: slug.slice(0, SHOWN.characters), values };
}

function faultOf({ fault }: LoggedExchange): Pick<TrafficRow, 'fault'> {
  if (fault === undefined) return {};
  const { slug, kind, instead } = fault;
  return { fault: { slug, kind, ...(instead === null ? {} : { instead: { status: instead } }) } };
}

/** Formats a request with both sides. */
export function trafficEntry(logged: LoggedExchange, row: TrafficRow, context: TrafficFormatContext): TrafficEntry {
  const { endpoint, request, answer } = logged;
  const { maskBody, maskAnswer } = bodyMasking(logged, context);
  const { rawHeaders, answerHeaders } = logged;
  return {
    row,
    request: { headers: maskedHeaders(receivedHeaders(rawHeaders), logged, context), ...sideBody(request, maskBody) },
    answer: { headers: maskedHeaders(Object.entries(answerHeaders), logged, context), ...sideBody(answer, maskAnswer) },
    operation: endpoint?.summary ?? '',
    decisions: (endpoint?.decisions ?? []).map((name) => ({ name, rule: DECISIONS[name] })),
  };
}

/** Headers as a client sent them, in pairs. */
export function receivedHeaders(rawHeaders: LoggedExchange['rawHeaders']): [name: string, value: string][] {
  return Array.from({ length: rawHeaders.length >> 1 }, (_, i) => [
    rawHeaders[2 * i] ?? '',
    rawHeaders[2 * i + 1] ?? '',
  ]);
}

/** The part of a request that may have a secret in its path. */
type Addressed = Pick<LoggedExchange, 'endpoint' | 'path'>;

/** Headers of a request, or of its answer, with masked credentials. */
export function maskedHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  of: Addressed,
  context: TrafficFormatContext,
): [name: string, value: string][] {
  const mask = masking(of, context);
  const { redaction } = context;
  return headers.map(([name, value]) => [
    name,
    isCredentialHeader(name)
      ? maskedCredential(value, (credential) => redaction.secret(credential, 'credential'))
      : mask(value),
  ]);
}

/** Masks all credentials in a request. */
function masking(logged: Addressed, { redaction }: TrafficFormatContext): Masker {
  const maskPath = pathMasking(logged, redaction);
  return maskPath === undefined ? redaction.text : (text, end) => redaction.text(maskPath(text, end), end);
}

/** Masks the secret of a webhook's path; `undefined` without one. */
function pathMasking(logged: Addressed, redaction: Redaction): Masker | undefined {
  const secret = secretOfPath(logged);
  return secret === '' ? undefined : createReplacer([secret], () => redaction.secret(secret, 'webhook'));
}

function bodyMasking(logged: LoggedExchange, { redaction }: TrafficFormatContext) {
  const maskPath = pathMasking(logged, redaction) ?? ((text: string) => text);
  const mask: Masker = (text, end) => redaction.text(maskPath(text, end), end);
  const maskFields: Masker = (text, end) => {
    const replace = (secret: string): string => redaction.secret(secret, 'value');
    return mask(isJson(text) ? maskJson(text, replace) : text, end);
  };
  // The payload of a webhook has the headers of its request, which reach the task as they came.
  const maskHeaders: Masker = (text, end) => {
    if (!text.includes('"headers"') || !isJson(text)) return mask(text, end);
    const replace = (value: string): string =>
      maskedCredential(value, (credential) => redaction.secret(credential, 'credential'));
    return mask(maskJson(text, replace, isCredentialOfHeaders), end);
  };
  const { judgesNames } = redaction;
  return {
    maskBody: judgesNames || logged.endpoint?.holdsSecrets === true ? maskFields : maskHeaders,
    maskAnswer: judgesNames ? maskFields : maskHeaders,
  };
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Path of a request; masks a webhook's secret at any length. */
function maskedPath(logged: LoggedExchange, mask: Masker, { redaction }: TrafficFormatContext): string {
  const secret = secretOfPath(logged);
  if (secret === '') return mask(logged.path);
  return `${logged.path.slice(0, -secret.length)}${redaction.secret(secret, 'webhook')}`;
}

function maskedQuery({ endpoint, search }: LoggedExchange, mask: Masker, { redaction }: TrafficFormatContext): string {
  const isKnown = (name: string): boolean => Object.hasOwn(endpoint?.query?.shape ?? {}, name);
  const named = maskQuery(search, isKnown, (secret) => redaction.secret(secret, 'credential'));
  // Decodes values to find secrets; returns those without a secret unchanged.
  const values = named.replace(/=([^&]*[%+][^&]*)/g, (whole, value: string) => {
    const plain = decodedUrl(value.replaceAll('+', ' ')) ?? value;
    const masked = mask(plain);
    return masked === plain ? whole : `=${encodeURIComponent(masked)}`;
  });
  return mask(values);
}

/** Last part of a webhook's path. */
function secretOfPath({ endpoint, path }: Addressed): string {
  return endpoint?.access === 'webhook' ? path.slice(path.lastIndexOf('/') + 1) : '';
}

function sideBody({ part, size }: CapturedBody, mask: Masker): Omit<TrafficSide, 'headers'> {
  const bytes = typeof part === 'string' ? undefined : Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const truncated = bytes !== undefined && bytes.length < size;
  // A secret may stand at the place where the body was cut.
  const end = truncated ? 'cut' : undefined;
  if (bytes === undefined || isUtf8(truncated ? withoutTornCharacter(bytes) : bytes)) {
    const text = typeof part === 'string' ? part : (bytes?.toString('utf8') ?? '');
    return { body: mask(text, end), encoding: 'utf8', size, truncated };
  }
  const masked = Buffer.from(mask(bytes.toString('latin1'), end), 'latin1');
  return { body: masked.toString('base64'), encoding: 'base64', size, truncated };
}

/** Cuts UTF-8 bytes at the last character boundary. */
function withoutTornCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

/** Value of a request's header; "" when there is none. */
export function headerOf({ rawHeaders }: Pick<LoggedExchange, 'rawHeaders'>, name: string): string {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) return rawHeaders[i + 1] ?? '';
  }
  return '';
}
