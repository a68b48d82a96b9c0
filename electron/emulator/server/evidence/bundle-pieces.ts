import type { BundleOmissions } from '../../../../shared/contract/emulator/bundle.ts';
import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import type { Redaction } from '../../../../shared/model/redaction.ts';
import type { Placeholders } from '../../../../shared/model/placeholders.ts';
import { isJsonObject, plainJson, type Json } from '../../../../shared/values/json.ts';
import { storedText } from '../http/stored-exchange.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import type { ServerPorts } from '../http/ports.ts';
import { type LoggedExchange, trafficID } from '../http/logged-exchange.ts';
import { webhookOf } from './har.ts';
import { JsonRedactor } from './redacted-json.ts';
import { redactedExchange } from './redacted-exchange.ts';
import { redactedEntry } from './redacted-traffic.ts';

/** Evidence in addition to definitions and state. */
export interface BundledEvidence {
  /** Requests, oldest first. */
  readonly entries: readonly LoggedExchange[];
  /** Number of requests that are no longer kept. */
  readonly dropped: number;
  readonly findings: readonly Finding[];
}

/** Parts of a bundle, captured at one moment. */
export interface CapturedBundle extends BundledEvidence {
  readonly ports: ServerPorts;
  readonly header: Json;
  readonly clock: Json;
  readonly rules: { readonly [list: string]: Json };
  readonly content: EmulatorContent;
  readonly sandboxes: number;
  /** Names of API keys. */
  readonly keyNames: ReadonlySet<string>;
}

/** The pieces of a bundle's text. */
export function* bundlePieces(
  captured: CapturedBundle,
  redaction: Redaction,
  placeholders: Placeholders,
): Generator<string, void, undefined> {
  const { header, clock, rules, content, findings, dropped, sandboxes } = captured;
  const redactor = new JsonRedactor(redaction, captured.keyNames);
  yield `{"file":"hangar-bundle",${JSON.stringify(header).slice(1, -1)},"clock":${JSON.stringify(clock)}`;
  for (const [name, value] of Object.entries({ definitions: content.workspace, ...rules })) {
    yield `,"${name}":`;
    yield JSON.stringify(redactor.definitions(value));
  }
  const record = (value: Json): string => JSON.stringify(redactor.record(value));
  yield* listPieces(
    'findings',
    mapped(findings, (finding) => record(plainJson(finding))),
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

/** The records of a bundle. Counts omitted and shortened ones. */
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

/** The requests of a bundle. Counts truncated bodies. */
function* trafficTexts({ ports, entries }: CapturedBundle, redaction: Redaction, cut: { bodies: number }) {
  for (const logged of entries) {
    const redacted = redactedExchange(logged, redactedEntry(logged, ports.engine.access.nameOf, redaction));
    for (const { part, size } of [redacted.request, redacted.answer]) cut.bodies += Number(part.length < size);
    const task = webhookOf(logged, ports.engine)?.task;
    const text = storedText(redacted, trafficID(logged));
    yield task === undefined ? text : `{"webhookTask":${JSON.stringify(task)},${text.slice(1)}`;
  }
}

/** True for a generated secret, which no bundle holds. */
export function isSecretRecord(record: Json): boolean {
  return isJsonObject(record) && record['kind'] === 'secret';
}

/** Writes a field that is a list, item by item. */
function* listPieces(name: string, items: Iterable<string>): Generator<string, void, undefined> {
  let separator = `,"${name}":[`;
  for (const item of items) {
    yield separator;
    yield item;
    separator = ',';
  }
  yield separator === ',' ? ']' : `${separator}]`;
}
