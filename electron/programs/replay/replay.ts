import { z } from 'zod';
import { isRead } from '../../../shared/http/request-parts.ts';
import { CarriedIds, idsIn } from './carried-ids.ts';
import {
  compareAnswers,
  type ComparedAnswer,
  type Difference,
  isFinished,
  parsed,
  statusesIn,
} from './compare-answers.ts';
import type { RecordedRequest } from './recording.ts';
import type { SentRequest, TargetServer } from './target-server.ts';
import { pause as sleep, performance } from '../../emulator/timers/timers.ts';

/** Maximum wait for unfinished work to reach its state in the recording, in milliseconds. */
const WAIT = 10_000;
/** Time during which a list may still lack newly begun work, in milliseconds. */
const GRACE = 250;

/** The request with a different answer. */
interface ReplayDifference extends Difference {
  /** Position in the recording, from 1. */
  readonly number: number;
  /** Method and target of the recording. */
  readonly request: string;
}

/** The result of a replay. */
export interface ReplayResult {
  /** Requests to `/v0` in the recording, as method and target. */
  readonly requests: readonly string[];
  /** Number of those that were sent. */
  readonly sent: number;
  /** Requests that could not be sent, and the reason. */
  readonly leftOut: readonly { readonly number: number; readonly reason: string }[];
  readonly difference: ReplayDifference | undefined;
}

/** Sends the requests of a recording one after another, until the answer of one differs. */
export async function replay(requests: readonly RecordedRequest[], server: TargetServer): Promise<ReplayResult> {
  const kinds = comparisonKinds(requests);
  const leftOut: { number: number; reason: string }[] = [];
  const texts = requests.map(({ method, target }) => `${method} ${target}`);
  const player = new Player(server);
  for (const [index, request] of requests.entries()) {
    const number = index + 1;
    if (request.isBodyCut) {
      leftOut.push({ number, reason: 'the recording does not have all of its body' });
      continue;
    }
    const difference = await player.play(request, kinds[index] ?? 'exact');
    if (difference === undefined) continue;
    const named = { ...difference, number, request: texts[index] ?? '' };
    return { requests: texts, sent: number - leftOut.length, leftOut, difference: named };
  }
  return { requests: texts, sent: requests.length - leftOut.length, leftOut, difference: undefined };
}

class Player {
  readonly #server: TargetServer;
  readonly #webhooks: WebhookTargets;
  readonly #ids = new CarriedIds();

  constructor(server: TargetServer) {
    this.#server = server;
    this.#webhooks = new WebhookTargets(server);
  }

  async play(recorded: RecordedRequest, kind: ComparisonKind): Promise<Difference | undefined> {
    const request = await this.#requestOf(recorded);
    if (request === undefined)
      return { path: 'status', expected: String(recorded.answer.status), got: 'no such webhook' };
    const began = performance.now();
    for (let pause = 10; ; pause = Math.min(2 * pause, 500)) {
      const got = await this.#server.send(request);
      const difference = this.#compare(recorded, kind, got);
      if (difference === undefined || kind === 'poll' || !isRead(recorded))
        return kind === 'poll' ? undefined : difference;
      const passed = performance.now() - began;
      if (passed > WAIT || (passed > GRACE && !(await this.#mayChange(request, got)))) return difference;
      await sleep(pause);
    }
  }

  /** The request with the current IDs and webhook URL in place of the recorded ones. */
  async #requestOf({ method, target, headers, body, webhook }: RecordedRequest): Promise<SentRequest | undefined> {
    const found = webhook === undefined ? target : await this.#webhooks.find(webhook, target);
    if (found === undefined) return undefined;
    const apply = (text: string): string => this.#ids.apply(text);
    return {
      method,
      target: applyToTarget(found, apply),
      headers: headers.map(([name, value]) => [name, apply(value)] as const),
      body: isText(body) ? Buffer.from(apply(body.toString('utf8'))) : body,
    };
  }

  #compare(recorded: RecordedRequest, kind: ComparisonKind, got: ComparedAnswer): Difference | undefined {
    // The client may have gone away.
    if (recorded.answer.status === 0) return undefined;
    const ids = this.#ids.trial();
    const rules = { ids, mayBeFurther: kind === 'ongoing', isCut: recorded.isAnswerCut };
    const difference = compareAnswers(recorded.answer, got, rules);
    if (difference === undefined) ids.commit();
    return difference;
  }

  /** True while work in the answer, or named by the request, is unfinished. */
  async #mayChange({ target, headers }: SentRequest, { body }: ComparedAnswer): Promise<boolean> {
    if ([...statusesIn(parsed(body))].some(({ status }) => !isFinished(status))) return true;
    for (const id of idsIn(target).filter((named) => named.startsWith('run'))) {
      const run = { method: 'GET', target: `/v0/runs/get?id=${id}`, headers, body: Buffer.alloc(0) };
      const [known] = [...statusesIn(parsed((await this.#server.send(run)).body))];
      if (known !== undefined && !isFinished(known.status)) return true;
    }
    return false;
  }
}

/** Replaces IDs in a path and a query; page tokens are whole values of the query. */
function applyToTarget(target: string, apply: (text: string) => string): string {
  return target.replace(/[^?&=/]+/g, (part) => {
    const plain = decoded(part);
    const applied = apply(plain);
    return applied === plain ? part : encodeURIComponent(applied);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isText(bytes: Buffer): boolean {
  return bytes.equals(Buffer.from(bytes.toString('utf8')));
}

const List = z.object({
  webhooks: z.array(z.object({ taskSlug: z.string(), webhook: z.string(), environment: z.string(), url: z.string() })),
});

/** The paths of webhooks on the server, whose secrets differ from those of the recording. */
class WebhookTargets {
  readonly #server: TargetServer;
  #list: Promise<z.output<typeof List>['webhooks'] | undefined> | undefined;

  constructor(server: TargetServer) {
    this.#server = server;
  }

  /**
   * Finds the path of a webhook by task and slug. Uses the recorded path for a server that does not list its webhooks. Returns
   * `undefined` when the server has no such webhook.
   */
  async find(wanted: NonNullable<RecordedRequest['webhook']>, recorded: string): Promise<string | undefined> {
    const list = await (this.#list ??= this.#read());
    if (list === undefined) return recorded;
    const found = list.find(
      ({ taskSlug, webhook, environment }) =>
        taskSlug === wanted.task && webhook === wanted.slug && environment === wanted.environment,
    );
    if (found === undefined) return undefined;
    const query = recorded.includes('?') ? recorded.slice(recorded.indexOf('?')) : '';
    return new URL(found.url, 'http://localhost').pathname + query;
  }

  async #read() {
    const text = await this.#server.read('/_emulator/webhooks');
    return text === undefined ? undefined : List.safeParse(parsed(text)).data?.webhooks;
  }
}

/** The kind of comparison for a recorded answer. */
type ComparisonKind =
  /** The client was polling: the request was repeated before any change, and got another answer. */
  | 'poll'
  /** The answer shows unfinished work. */
  | 'ongoing'
  | 'exact';

/** Chooses the comparison of each answer of a recording, so that nothing depends on timing. */
function comparisonKinds(requests: readonly RecordedRequest[]): ComparisonKind[] {
  const polls = pollsIn(requests);
  const finished = new Set<string>();
  return requests.map((request, index) => {
    const answer = parsed(request.answer.body);
    let isOngoing = false;
    for (const { id, status } of statusesIn(answer)) {
      if (isFinished(status)) finished.add(id);
      else isOngoing = true;
    }
    if (!isRead(request)) return 'exact';
    if (polls[index] === true) return 'poll';
    const named = idsIn(request.target).filter((id) => /^(?:run|ses)/.test(id));
    return isOngoing || named.some((id) => !finished.has(id)) ? 'ongoing' : 'exact';
  });
}

function pollsIn(requests: readonly RecordedRequest[]): boolean[] {
  const polls: boolean[] = [];
  /** The next request of a target before any change, by target. */
  const next = new Map<string, number>();
  for (let index = requests.length - 1; index >= 0; index--) {
    const request = requests[index];
    if (request === undefined) continue;
    if (!isRead(request)) next.clear();
    else {
      const later = next.get(request.target);
      const answer = later === undefined ? undefined : requests[later]?.answer;
      polls[index] =
        answer !== undefined &&
        (answer.body !== request.answer.body || answer.status !== request.answer.status || polls[later ?? 0] === true);
      next.set(request.target, index);
    }
  }
  return polls;
}
