import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';
import { useEachSecond } from '../../ui/text/RelativeTime.tsx';
import { duration, millisecondsOf } from '../../ui/text/time.ts';
import classes from './PromptCard.module.css';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** The rule that will answer, or the reason that its answer was refused. */
export function RuleNote({ answer: { rule, dueAt, problem, held } }: { answer: PromptAnswer }) {
  const due = useEachSecond((now) => Math.max(0, Math.ceil((millisecondsOf(dueAt) - now) / 1000)));
  if (problem !== null)
    return (
      <p className="error">
        The answer of the rule {rule} was refused: {stripBidiControls(problem)}
      </p>
    );
  if (held === true) return <p className={classes['note']}>The rule {rule} answers once this is released</p>;
  return (
    <p
      className={classes['note']}
    >{`The rule ${rule} answers ${due === 0 ? 'now' : `in ${due < 60 ? `${due} s` : duration(due * 1000)}`}`}</p>
  );
}
