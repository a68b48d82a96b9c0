import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, FINDING_RULES, type FindingLevel } from '../../../shared/registry/finding-rules.ts';
import type { TrafficItem } from '../../core/data/hangar.ts';
import { clientText } from '../../core/traffic/request-words.ts';
import { counted } from '../../ui/text/shown-text.ts';
import { millisecondsOf } from '../../ui/text/time.ts';

/** Number of minutes, and bars, of a client. */
export const MINUTES = 12;
/** Maximum number of latest requests to read. */
const MAX_REQUESTS = 2000;
/** Width of a bar with and without its gap, and height of the highest bar, in pixels. */
export const BAR = { step: 6, width: 4, height: 20 } as const;

/** A client under test: requests with one User-Agent. */
export interface Client {
  readonly userAgent: string;
  readonly name: string;
  /** The worst level of its findings, or `error` when all its requests were refused; undefined for none. */
  readonly level: FindingLevel | undefined;
  /** Sentence about its findings or refused requests; '' for none. */
  readonly problem: string;
  /** Page with the problem, or with the requests. */
  readonly href: string;
  /** Newest first. */
  readonly requests: readonly TrafficItem[];
  /** Time of the oldest request read; undefined when all were read. */
  readonly reachesTo: string | undefined;
}

/** The clients in the traffic log, the one with the latest request first. @param rows newest first */
export function clientsOf(rows: readonly TrafficItem[], findings: readonly Finding[]): readonly Client[] {
  const read = rows.slice(0, MAX_REQUESTS);
  const reachesTo = read.length < rows.length ? read.at(-1)?.at : undefined;
  const byAgent = new Map<string, TrafficItem[]>();
  for (const row of read) {
    const known = byAgent.get(row.client);
    if (known === undefined) byAgent.set(row.client, [row]);
    else known.push(row);
  }
  return [...byAgent].map(([userAgent, requests]) => ({
    userAgent,
    name: clientText(userAgent) || 'No User-Agent',
    ...stateOf(
      requests,
      findings.filter(({ client }) => client === userAgent),
    ),
    requests,
    reachesTo,
  }));
}

function stateOf(requests: readonly TrafficItem[], findings: readonly Finding[]) {
  const worst = FINDING_LEVELS.map((level) => findings.find((finding) => finding.level === level)).find(Boolean);
  if (worst !== undefined) {
    const title = FINDING_RULES[worst.rule].title.toLowerCase();
    const problem = `${counted(findings.length, 'finding')}: ${title}`;
    return { level: worst.level, problem, href: `/traffic/findings/${worst.id}` };
  }
  const href = trafficOf(requests[0]?.client ?? '');
  const [latest] = requests;
  if (latest === undefined || requests.some(({ status }) => status < 400))
    return { level: undefined, problem: '', href };
  const isSame = requests.every(({ status }) => status === latest.status);
  const problem = `Every request ${isSame ? latest.status : 'refused'}: ${latest.error}`;
  return { level: 'error' as const, problem, href };
}

/** The page of a client's requests. */
function trafficOf(userAgent: string): string {
  const value = userAgent.replaceAll('"', '');
  return value === '' ? '/traffic' : `/traffic?q=${encodeURIComponent(`client:"${value}"`)}`;
}

/** A bar for each of the last minutes, as an SVG path; the last one is the current minute. */
export function barsOf(requests: readonly { readonly at: string }[], now: number): string {
  const counts = new Array<number>(MINUTES).fill(0);
  for (const { at } of requests) {
    const minute = MINUTES - 1 - Math.floor(Math.max(0, now - millisecondsOf(at)) / 60_000);
    // The requests are newest first.
    if (minute < 0) break;
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return counts.map((count, minute) => barOf(minute, count)).join('');
}

/** A bar as a path. Its height is logarithmic, so that one request is visible next to a thousand. */
function barOf(minute: number, count: number): string {
  if (count === 0) return '';
  const height = Math.min(BAR.height, 2 + Math.round(4 * Math.log2(count)));
  return `M${minute * BAR.step} ${BAR.height}v-${height}h${BAR.width}v${height}z`;
}
