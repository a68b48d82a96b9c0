import { VisuallyHidden } from '@mantine/core';
import type { Reason } from '../../../shared/contract/emulator/reason.ts';
import { TimesOut } from '../prompt/TimesOut.tsx';
import { useEachSecond, ago, clockTime, exactTime, millisecondsOf } from '../../ui/text/time.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** A reason as the beginning of a sentence, in local time: `Waits until 18:00:00`. A failure is left as it is. */
export function reasonText({ kind, text, until }: Reason): string {
  if (kind === 'failed') return stripBidiControls(text);
  const local = until === null ? text : text.replace(TIME, clockTime(until).slice(0, 8));
  return stripBidiControls(local.slice(0, 1).toUpperCase() + local.slice(1));
}

/** A time at the end of a reason, of the service. */
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The time until a wait ends by itself: `, times out in 56 min` or `, in 3 h`; nothing for one that does not. */
export function ReasonTime({ reason }: { reason: Reason }) {
  const { kind, until } = reason;
  const left = useEachSecond((now) => (until === null ? '' : ago(now, millisecondsOf(until))));
  if (until === null || left === 'now' || !['prompt', 'until', 'delay'].includes(kind)) return null;
  return (
    <>
      {', '}
      {kind === 'prompt' ? <TimesOut reason={reason} /> : <span title={exactTime(until)}>in {left}</span>}
    </>
  );
}

/** A reason in the second line of a row. */
export function ReasonLine({ reason }: { reason: Reason }) {
  return (
    <>
      <QuestionText text={reasonText(reason)} />
      <ReasonTime reason={reason} />
    </>
  );
}

const ASKED = /^(?<start>.*?)(?<words>waits for an answer (?:of (?<who>[^“]+) )?to )(?<question>“.*)$/is;

/** A text that may end with the question that is waited for, and who is asked; the words before it, which the state of a row repeats, are for screen readers. */
export function QuestionText({ text }: { text: string }) {
  const asked = ASKED.exec(text)?.groups;
  if (asked === undefined || / which $/.test(asked['start'] ?? '')) return text;
  return (
    <>
      {asked['start']}
      <VisuallyHidden component="span">{asked['words']}</VisuallyHidden>
      {asked['question']}
      {asked['who'] !== undefined && <span aria-hidden> asks {asked['who']}</span>}
    </>
  );
}
