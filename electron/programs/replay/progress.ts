import { idsIn } from './carried-ids.ts';
import type { RecordedRequest } from './recording.ts';
import { isFinished, parsed, statusesIn } from './statuses.ts';

/** The comparison that suits a recorded answer. */
export type ComparisonKind =
  /** The same request was sent again before anything else was changed, and got another answer: the client was polling. */
  | 'poll'
  /** Work that the answer shows was going on. */
  | 'ongoing'
  | 'exact';

/** Says how each answer of a recording is compared, so that nothing depends on timing. */
export function comparisonKinds(requests: readonly RecordedRequest[]): ComparisonKind[] {
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

/** True for a request that changes nothing. */
export function isRead({ method }: Pick<RecordedRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pollsIn(requests: readonly RecordedRequest[]): boolean[] {
  const polls: boolean[] = [];
  /** By target, the next request of it before anything is changed. */
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
