import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import type { Placeholders } from '../../../../shared/model/placeholders.ts';
import type { Redaction } from '../../../../shared/model/masking.ts';
import { isJsonObject, plainJson, type Json } from '../../../../shared/values/json.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { type ArchiveField, archivePieces, mapped, stateTooLarge } from '../../archive/archive.ts';
import { type BundleOmissions, MAX_ARCHIVE_BYTES } from '../../../../shared/contract/emulator/archive.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import { Slices } from '../../slices/slices.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import { type LoggedExchange, trafficID } from '../http/logged-exchange.ts';
import type { ServerPorts } from '../http/ports.ts';
import { storedText } from '../http/stored-exchange.ts';
import { shownFacts } from '../http/traffic-format.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import { JsonPieces } from '../request/json-text.ts';
import { webhookOf } from './har.ts';
import { knownSecrets } from './known-secrets.ts';
import { JsonRedactor } from './redacted-json.ts';
import { collectFromTraffic, redactedEntry, redactedExchange } from './redacted-traffic.ts';

/**
 * Maximum length of a secret that counts as a word. Replacing words everywhere would hide nothing and break the references
 * between definitions.
 */
const SHORT = 7;

/** Prepares a bundle unless it is cancelled. @param findings instead of the current ones */
export type Bundler = (isWanted: () => boolean, findings?: readonly Finding[]) => Promise<JsonPieces>;

/** Returns the function that prepares the bundles of a server. */
export function bundler(ports: ServerPorts, traffic: TrafficLog, kept: PersistedTraffic): Bundler {
  return async (isWanted, findings = ports.lab.findings.list()) => {
    await kept.ready();
    const entries = [...traffic.select({ limit: Infinity })].reverse();
    const captured = capture(ports, { entries, dropped: traffic.dropped, findings });
    return new JsonPieces(await preparedPieces(captured, new Slices(isWanted)));
  };
}

/** Parts of a bundle, captured at one moment. */
interface Captured {
  readonly ports: ServerPorts;
  /** Requests, oldest first. */
  readonly entries: readonly LoggedExchange[];
  /** Number of requests that are no longer kept. */
  readonly dropped: number;
  readonly findings: readonly Finding[];
  readonly clock: Json;
  readonly rules: { readonly [list: string]: Json };
  readonly content: EmulatorContent;
  /** The state once more: it is read to collect its secrets, then to write it. */
  readonly state: Iterable<Json>;
  readonly sandboxes: number;
  /** Names of API keys. */
  readonly keyNames: ReadonlySet<string>;
}

function capture(ports: ServerPorts, evidence: Pick<Captured, 'entries' | 'dropped' | 'findings'>): Captured {
  const { checkpoints, engine, lab, sandboxes } = ports;
  return {
    ...evidence,
    ports,
    clock: plainJson(engine.clock.read()),
    rules: { faults: plainJson(lab.rules.faults.items), answers: plainJson(lab.rules.answers.items) },
    content: checkpoints.content(),
    state: checkpoints.content().state,
    sandboxes: sandboxes.list().length,
    keyNames: new Set([...engine.definitions().keys.values()].map(({ name }) => name)),
  };
}

/**
 * Collects the secrets in the whole content, in time slices. Returns the pieces of its text, produced as they are read. Source: lab,
 * "Traffic that can be kept, sent and compared". Throws 413 when it is too large.
 */
async function preparedPieces(captured: Captured, slices: Slices): Promise<Generator<string, void, undefined>> {
  const { ports, content, rules, findings, entries, keyNames } = captured;
  const placeholders = knownSecrets(ports);
  const collector = new JsonRedactor(placeholders.collecting, keyNames);
  collector.definitions(content.workspace);
  collector.definitions(rules);
  let size = 0;
  for (const record of captured.state) {
    if (isSecretRecord(record)) continue;
    size += JSON.stringify(collector.record(record)).length;
    await slices.pauseIfDue();
    if (size > MAX_ARCHIVE_BYTES) throw stateTooLarge('bundle');
  }
  for (const finding of findings) collector.record(plainJson(finding));
  await collectFromTraffic(entries, { nameOf: ports.engine.access.nameOf, placeholders, slices });
  const words = [...collector.words].join('\n');
  const redaction = placeholders.replacing(
    (secret) => collector.words.has(secret) || (secret.length <= SHORT && words.includes(secret)),
  );
  const header = { hangar: ports.options.version, createdAt: formatTimestamp(ports.clock.now()) };
  return archivePieces('bundle', header, bundleFields(captured, redaction, placeholders));
}

function* bundleFields(
  captured: Captured,
  redaction: Redaction,
  placeholders: Placeholders,
): Generator<ArchiveField, void, undefined> {
  const { clock, rules, content, findings, dropped, sandboxes } = captured;
  const redactor = new JsonRedactor(redaction, captured.keyNames);
  const record = (value: Json): string => JSON.stringify(redactor.record(value));
  yield ['clock', JSON.stringify(clock)];
  for (const [name, value] of Object.entries({ definitions: content.workspace, ...rules }))
    yield [name, JSON.stringify(redactor.definitions(value))];
  yield ['findings', mapped(findings, (finding) => record(plainJson(finding)))];
  const left = { uploads: 0, secrets: 0, requests: dropped, sandboxes };
  yield ['state', mapped(bundledRecords(content.state, left), record)];
  const cut = { bodies: 0 };
  yield ['traffic', mapped(captured.entries, (logged) => trafficText(captured, { logged, redaction, cut }))];
  // Counted while the fields before it were read.
  const omitted: BundleOmissions = {
    masked: placeholders.counts,
    cut: { ...cut, texts: redactor.cutTexts },
    leftOut: { ...left, defaults: redactor.leftOutDefaults },
  };
  yield ['omitted', JSON.stringify(omitted)];
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

/** True for a generated secret, which no bundle holds. */
function isSecretRecord(record: Json): boolean {
  return isJsonObject(record) && record['kind'] === 'secret';
}

interface BundledExchange {
  readonly logged: LoggedExchange;
  readonly redaction: Redaction;
  /** Number of truncated bodies so far. */
  readonly cut: { bodies: number };
}

function trafficText({ ports: { engine } }: Captured, { logged, redaction, cut }: BundledExchange): string {
  const { nameOf } = engine.access;
  const facts = shownFacts(logged, { nameOf, redaction });
  const redacted = redactedExchange(logged, redactedEntry(logged, nameOf, redaction), facts);
  for (const { part, size } of [redacted.request, redacted.answer]) cut.bodies += Number(part.length < size);
  const task = webhookOf(logged, engine)?.task ?? '';
  return storedText({ ...redacted, webhook: redacted.webhook && { ...redacted.webhook, task } }, trafficID(logged));
}
