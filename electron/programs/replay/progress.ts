import { isRead } from '../../../shared/http/request-parts.ts';
import { idsIn } from './carried-ids.ts';
import type { RecordedRequest } from './recording.ts';
import { isFinished, parsed, statusesIn } from './compare-answers.ts';

/** The kind of comparison for a recorded answer. */
export type ComparisonKind =
  /** The client was polling: the request was repeated before any change, and got another answer. */
  | 'poll'
  /** The answer shows unfinished work. */
  | 'ongoing'
  | 'exact';

/** Chooses the comparison of each answer of a recording, so that nothing depends on timing. */
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
