import type { OpenBundle } from '../../../shared/contract/emulator/bundle.ts';
import { BundleContent, BundleTraffic } from '../../../shared/contract/emulator/bundle-file.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { RULES } from '../../../shared/contract/emulator/rules.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { withoutRuleState } from '../../../shared/model/rule-state.ts';
import { isJsonObject, type JsonObject } from '../../../shared/values/json.ts';
import { markHeld } from './held-records.ts';
import type { RuleRequestOf } from '../lab/rule-entry.ts';
import { restoredExchange, type RestoredExchange } from '../server/http/stored-exchange.ts';
import { type LoggedExchange, trafficID, type TrafficStart } from '../server/http/logged-exchange.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import { formatDocument } from '../store/workspace/workspace-change.ts';
import type { WorkspaceDocument } from '../store/workspace/workspace-text.ts';
import { readBundle, checked, refusal } from './read-bundle.ts';

/** A bundle that has been read and checked. */
export interface OpenedBundle {
  readonly document: WorkspaceDocument;
  readonly records: readonly ParsedRecord[];
  /** Oldest first. */
  readonly traffic: readonly LoggedExchange[];
  readonly findings: readonly Finding[];
  /** Runtime faults. */
  readonly faults: readonly RuleRequestOf<'faults'>[];
  readonly summary: OpenBundle;
}

/** The API key in every bundle, in place of that of its emulator. */
export const BUNDLE_API_KEY = 'tkn_masked-api-key-1';

/**
 * Reads and checks a bundle, in time slices and bounded memory. Throws `StartError` with the problem.
 * @param mayGoOn true when its unfinished runs are not held
 */
export async function openBundle(path: string, mayGoOn = false): Promise<OpenedBundle> {
  const value = await readBundle(path);
  const content = checked(path, BundleContent, value);
  return orRefused(path, async () => {
    const document = formatDocument(content.definitions);
    const parsed = (await parseRecords(content.state)).filter(({ kind }) => kind !== 'secret');
    const records = markHeld(parsed, mayGoOn);
    const traffic = withStarts(exchangesIn(content.traffic));
    const faults = content.faults.filter(({ source }) => source === 'runtime').map(runtimeFault);
    return { document, records, traffic, findings: content.findings, faults, summary: summaryOf(path, content) };
  });
}

/** Reads the requests of a bundle, oldest first, each with the slug of the task whose webhook it called. */
export async function readBundleTraffic(path: string): Promise<{ logged: RestoredExchange['logged']; task: string }[]> {
  const { traffic } = checked(path, BundleTraffic, await readBundle(path));
  const exchanges = await orRefused(path, () => Promise.resolve(exchangesIn(traffic)));
  return exchanges.map(({ logged }, index) => ({ logged, task: taskOf(traffic[index]) }));
}

/** Runs a step of the opening; converts errors about the content to a refusal of the file. */
async function orRefused<Result>(path: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof ApiError ? refusal(path, `cannot be opened: ${error.message}`) : error;
  }
}

function taskOf(value: unknown): string {
  const task = isJsonObject(value) ? value['webhookTask'] : undefined;
  return typeof task === 'string' ? task : '';
}

function exchangesIn(values: readonly unknown[]): RestoredExchange[] {
  const exchanges: RestoredExchange[] = [];
  for (const [index, value] of values.entries()) {
    const exchange = restoredExchange(value);
    if (exchange === undefined) throw new ApiError('invalid_request', `traffic[${index}] is not a logged request.`);
    exchanges.push(exchange);
  }
  return exchanges;
}

/** The requests with their starts, in order of appearance. Omits duplicates. */
function withStarts(exchanges: readonly RestoredExchange[]): LoggedExchange[] {
  const prefixes = [...new Set(exchanges.map(({ prefix }) => prefix))];
  const starts = new Map(
    prefixes.map((prefix, index): [string, TrafficStart] => [prefix, { prefix, order: index - prefixes.length }]),
  );
  const byID = new Map<string, LoggedExchange>();
  for (const { prefix, logged } of exchanges) {
    const start = starts.get(prefix);
    if (start !== undefined) byID.set(trafficID({ start, number: logged.number }), { ...logged, start });
  }
  return [...byID.values()];
}

/** The request that recreates the fault. */
function runtimeFault(item: JsonObject | Record<string, unknown>): RuleRequestOf<'faults'> {
  const { data, error } = RULES.faults.Body.safeParse(withoutRuleState(item));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ApiError('invalid_request', `faults: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}.`);
}

function summaryOf(path: string, { hangar, createdAt, omitted, state, traffic, findings }: BundleContent): OpenBundle {
  const runs = state.filter((record) => isJsonObject(record) && record['kind'] === 'run').length;
  return { file: path, hangar, createdAt, runs, requests: traffic.length, findings: findings.length, omitted };
}
