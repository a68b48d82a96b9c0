import { BUNDLE_VERSION, MAX_BUNDLE_BYTES, type BundleOmissions } from '../../../../shared/contract/emulator/bundle.ts';
import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Placeholders, Redaction } from '../../../../shared/model/redaction.ts';
import { isJsonObject, plainJson, type Json } from '../../../../shared/values/json.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { jsonTextInSteps } from '../../slices/json-text.ts';
import type { EmulatorContent, ServerPorts } from '../http/ports.ts';
import { storedText } from '../http/stored-exchange.ts';
import { type LoggedExchange, trafficID } from '../http/traffic-log.ts';
import { webhookOf } from './har.ts';
import { knownSecrets } from './known-secrets.ts';
import { JsonRedactor } from './redacted-json.ts';
import { redactedExchange } from './redacted-exchange.ts';
import { asPieces, collectFromTraffic, redactedEntry } from './redacted-traffic.ts';

/**
 * Longest secret that counts as a word when it is a part of one. Definitions refer to things by words: replacing these
 * everywhere would hide nothing, and break the definitions.
 */
const SHORT = 7;

/** Evidence beside definitions and state. */
export interface BundledEvidence {
  /** Requests, oldest first. */
  readonly entries: readonly LoggedExchange[];
  /** Number of requests that are no longer kept. */
  readonly dropped: number;
  readonly findings: readonly Finding[];
}

/** Parts of a bundle, captured at one moment. */
interface Captured extends BundledEvidence {
  readonly ports: ServerPorts;
  readonly header: Json;
  readonly clock: Json;
  readonly rules: { readonly [list: string]: Json };
  readonly content: EmulatorContent;
  readonly sandboxes: number;
  /** Names of API keys. */
  readonly keyNames: ReadonlySet<string>;
}

/**
 * Prepares a bundle: learns the secrets in everything that it will hold, yielding often. Returns the pieces of its JSON text,
 * which are made while they are read. Source: lab, "Traffic that can be kept, sent and compared". Throws 413 when it is too
 * large.
 */
export function* prepareBundle(
  ports: ServerPorts,
  evidence: BundledEvidence,
): Generator<void, Generator<string, void, undefined>, undefined> {
  const { checkpoints, engine, clock, lab, options, sandboxes } = ports;
  const read = checkpoints.content();
  const captured: Captured = {
    ...evidence,
    ports,
    header: { version: BUNDLE_VERSION, hangar: options.version, createdAt: formatTimestamp(clock.now()) },
    clock: plainJson(engine.clock.read()),
    rules: { faults: plainJson(lab.rules.faults.items), answers: plainJson(lab.rules.answers.items) },
    content: checkpoints.content(),
    sandboxes: sandboxes.list().length,
    keyNames: new Set([...engine.definitions().keys.values()].map(({ name }) => name)),
  };
  const placeholders = yield* knownSecrets(ports);
  const collector = new JsonRedactor(placeholders.collecting, captured.keyNames);
  yield* collector.definitions(captured.content.workspace);
  yield* collector.definitions(captured.rules);
  yield* collectFromState(collector, read.state);
  for (const finding of evidence.findings) yield* collector.record(plainJson(finding));
  yield* collectFromTraffic(evidence.entries, engine.access.nameOf, placeholders);
  const words = [...collector.words].join('\n');
  const redaction = yield* placeholders.replacing(
    (secret) => collector.words.has(secret) || (secret.length <= SHORT && words.includes(secret)),
  );
  return limited(bundlePieces(captured, redaction, placeholders));
}

/** Reads the records that a bundle has. Throws 413 when they are too many. */
function* collectFromState(collector: JsonRedactor, state: Iterable<Json>): Generator<void, void, undefined> {
  let size = 0;
  for (const record of state) {
    if (isSecretRecord(record)) continue;
    size += (yield* jsonTextInSteps(yield* collector.record(record))).length;
    if (size > MAX_BUNDLE_BYTES)
      throw new ApiError(
        'payload_too_large',
        `The state is too large for a bundle of at most ${MAX_BUNDLE_BYTES / 1_000_000} MB; lower "retainRuns", or reset first.`,
      );
  }
}

function isSecretRecord(record: Json): boolean {
  return isJsonObject(record) && record['kind'] === 'secret';
}

/** Work whose pauses are empty pieces. */
function* whileReading<Result>(work: Generator<void, Result, undefined>): Generator<string, Result, undefined> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield '';
  }
}

/** Fails when the text becomes longer than what can be opened. */
function* limited(pieces: Generator<string, void, undefined>): Generator<string, void, undefined> {
  let left = MAX_BUNDLE_BYTES;
  for (const piece of pieces) {
    left -= piece.length;
    if (left < 0)
      throw new ApiError('payload_too_large', 'The bundle is too large; reset first, or lower "retainRuns".');
    yield piece;
  }
}

/** Writes a field that is a list, item by item. */
function* listPieces(name: string, items: Iterable<() => Generator<string, string, undefined>>) {
  let separator = `,"${name}":[`;
  for (const item of items) {
    yield separator;
    yield yield* item();
    separator = ',';
  }
  yield separator === ',' ? ']' : `${separator}]`;
}

function* bundlePieces(
  captured: Captured,
  redaction: Redaction,
  placeholders: Placeholders,
): Generator<string, void, undefined> {
  const { header, clock, rules, content, findings, dropped, sandboxes } = captured;
  const redactor = new JsonRedactor(redaction, captured.keyNames);
  const text = (value: Json): Generator<string, string, undefined> => whileReading(jsonTextInSteps(value));
  yield `{"file":"hangar-bundle",${JSON.stringify(header).slice(1, -1)},"clock":${JSON.stringify(clock)}`;
  for (const [name, value] of Object.entries({ definitions: content.workspace, ...rules })) {
    yield `,"${name}":`;
    yield yield* text(yield* whileReading(redactor.definitions(value)));
  }
  const record = (value: Json) => () =>
    (function* () {
      return yield* text(yield* whileReading(redactor.record(value)));
    })();
  yield* listPieces(
    'findings',
    findings.map((finding) => record(plainJson(finding))),
  );
  const left = { uploads: 0, secrets: 0, requests: dropped, sandboxes };
  yield* listPieces('state', mapped(bundledRecords(content.state, left), record));
  const cut = { bodies: 0, texts: 0 };
  yield* listPieces('traffic', trafficTexts(captured, redaction, cut));
  const omitted: BundleOmissions = {
    masked: placeholders.counts,
    cut: { ...cut, texts: redactor.cutTexts },
    leftOut: { ...left, defaults: redactor.leftOutDefaults },
  };
  yield `,"omitted":${JSON.stringify(omitted)}}`;
}

function* mapped<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Generator<Result, void, undefined> {
  for (const item of items) yield map(item);
}

/** The records of a bundle. Counts those that are left out, wholly or in part. */
function* bundledRecords(
  state: Iterable<Json>,
  left: { uploads: number; secrets: number },
): Generator<Json, void, undefined> {
  for (const record of state) {
    if (isSecretRecord(record)) left.secrets += 1;
    else {
      if (isJsonObject(record) && record['kind'] === 'upload') left.uploads += 1;
      yield record;
    }
  }
}

/** The requests of a bundle. Counts bodies that are not kept whole. */
function* trafficTexts({ ports, entries }: Captured, redaction: Redaction, cut: { bodies: number }) {
  for (const logged of entries)
    yield function* (): Generator<string, string, undefined> {
      const entry = yield* asPieces(redactedEntry(logged, ports.engine.access.nameOf, redaction));
      yield '';
      const redacted = redactedExchange(logged, entry);
      for (const { part, size } of [redacted.request, redacted.answer]) cut.bodies += Number(part.length < size);
      const task = webhookOf(logged, ports.engine)?.task;
      const text = storedText(redacted, trafficID(logged));
      return task === undefined ? text : `{"webhookTask":${JSON.stringify(task)},${text.slice(1)}`;
    };
}
