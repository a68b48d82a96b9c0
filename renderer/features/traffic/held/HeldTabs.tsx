import type { HeldRequest } from '../../../../shared/contract/emulator/held-requests.ts';
import type { TrafficItem } from '../../../core/data/hangar.ts';
import { Attempts } from '../../../core/traffic/Attempts.tsx';
import { RawSides, SideView } from '../parts/SideView.tsx';
import { sideOf } from './held-words.ts';

/** The request as its client sent it. */
export function RequestTab({ request: { request } }: { request: HeldRequest }) {
  return <SideView label="Request" side={sideOf(request)} />;
}

/** The answer that is kept back. */
export function AnswerTab({ request: { answer } }: { request: HeldRequest }) {
  if (answer === null) return <p className="quiet">{NO_ANSWER}</p>;
  return <SideView label="Response" side={sideOf(answer)} />;
}

/** Both sides as they are sent. */
export function RawTab({ request: { request, answer } }: { request: HeldRequest }) {
  const line = answer === null ? `[${NO_ANSWER}]` : `HTTP/1.1 ${answer.status}`;
  return (
    <RawSides
      request={{ line: `${request.method} ${request.path} HTTP/1.1`, side: sideOf(request) }}
      answer={{ line, side: answer === null ? undefined : sideOf(answer) }}
    />
  );
}

const NO_ANSWER = 'There is no answer yet: the call has not been executed.';

/** The attempts before the held one. @param props `earlier` newest first */
export function EarlierAttempts({ earlier: [last], query }: { earlier: readonly TrafficItem[]; query: string }) {
  if (last === undefined) return <p className="quiet">The first attempt: its client has not sent this call before.</p>;
  return (
    <>
      <p className="quiet">The held request comes after these.</p>
      <Attempts row={last} query={query} />
    </>
  );
}
