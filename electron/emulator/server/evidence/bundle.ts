import { BUNDLE_VERSION, MAX_BUNDLE_BYTES } from '../../../../shared/contract/emulator/bundle.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { plainJson, type Json } from '../../../../shared/values/json.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import type { Slices } from '../../slices/slices.ts';
import type { ServerPorts } from '../http/ports.ts';
import { knownSecrets } from './known-secrets.ts';
import { JsonRedactor } from './redacted-json.ts';
import { collectFromTraffic } from './redacted-traffic.ts';
import { bundlePieces, isSecretRecord, type BundledEvidence, type CapturedBundle } from './bundle-pieces.ts';

/**
 * Maximum length of a secret that counts as a word. Replacing words everywhere would hide nothing and break the references
 * between definitions.
 */
const SHORT = 7;

/**
 * Prepares a bundle: collects the secrets in its whole content, in time slices. Returns the pieces of its JSON text, produced as
 * they are read. Source: lab, "Traffic that can be kept, sent and compared". Throws 413 when it is too large.
 */
export async function prepareBundle(
  ports: ServerPorts,
  evidence: BundledEvidence,
  slices: Slices,
): Promise<Generator<string, void, undefined>> {
  const { checkpoints, engine, clock, lab, options, sandboxes } = ports;
  // The state is read twice: to collect its secrets, and to write it.
  const { state } = checkpoints.content();
  const captured: CapturedBundle = {
    ...evidence,
    ports,
    header: { version: BUNDLE_VERSION, hangar: options.version, createdAt: formatTimestamp(clock.now()) },
    clock: plainJson(engine.clock.read()),
    rules: { faults: plainJson(lab.rules.faults.items), answers: plainJson(lab.rules.answers.items) },
    content: checkpoints.content(),
    sandboxes: sandboxes.list().length,
    keyNames: new Set([...engine.definitions().keys.values()].map(({ name }) => name)),
  };
  const placeholders = knownSecrets(ports);
  const collector = new JsonRedactor(placeholders.collecting, captured.keyNames);
  collector.definitions(captured.content.workspace);
  collector.definitions(captured.rules);
  await collectFromState(collector, state, slices);
  for (const finding of evidence.findings) collector.record(plainJson(finding));
  await collectFromTraffic(evidence.entries, { nameOf: engine.access.nameOf, placeholders, slices });
  const words = [...collector.words].join('\n');
  const redaction = placeholders.replacing(
    (secret) => collector.words.has(secret) || (secret.length <= SHORT && words.includes(secret)),
  );
  return limited(bundlePieces(captured, redaction, placeholders));
}

/** Collects the secrets in the records of a bundle. Throws 413 when there are too many. */
async function collectFromState(collector: JsonRedactor, state: Iterable<Json>, slices: Slices): Promise<void> {
  let size = 0;
  for (const record of state) {
    if (isSecretRecord(record)) continue;
    size += JSON.stringify(collector.record(record)).length;
    await slices.pauseIfDue();
    if (size > MAX_BUNDLE_BYTES)
      throw new ApiError(
        'payload_too_large',
        `The state is too large for a bundle of at most ${MAX_BUNDLE_BYTES / 1_000_000} MB; lower "retainRuns", or reset first.`,
      );
  }
}

/** Throws when the text becomes too long to be opened. */
function* limited(pieces: Generator<string, void, undefined>): Generator<string, void, undefined> {
  let left = MAX_BUNDLE_BYTES;
  for (const piece of pieces) {
    left -= piece.length;
    if (left < 0)
      throw new ApiError('payload_too_large', 'The bundle is too large; reset first, or lower "retainRuns".');
    yield piece;
  }
}
