import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Prompt } from '../../../shared/model/prompt.ts';
import { type PromptItem, useActorName } from '../data/hangar.ts';
import classes from './PromptCard.module.css';
import type { AnsweringProps } from './PromptForm.tsx';
import { PromptFrame } from './PromptFrame.tsx';
import { questionTitle } from '../../../shared/model/titles.ts';
import { questionBody } from './question.ts';
import { promptStatus } from '../data/inbox.ts';
import { isPending } from '../../../shared/model/status.ts';
import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';
import { useEachSecond, duration, millisecondsOf } from '../../ui/text/time.tsx';

const PromptForm = lazyComponent(
  () => import('./PromptForm.tsx').then((file) => file.PromptForm),
  () => <LoadingState />,
);
const UnsentAnswer = lazyComponent(() => import('./PromptForm.tsx').then((file) => file.UnsentAnswer));

/** Prefetches the form of prompts. */
export const { prefetch: prefetchPromptForm } = PromptForm;

interface PromptCardProps extends AnsweringProps {
  readonly item: PromptItem;
  /** The values of its run, on a page below a header that has the first line of the question. */
  readonly runValues?: JsonObject;
}

/** A prompt: its question, form and buttons, or its answer. */
export function PromptCard({ item, runValues, ...answering }: PromptCardProps) {
  const { prompt, name } = item;
  const pending = isPending(prompt);
  const isPage = runValues !== undefined;
  return (
    <PromptFrame
      label={prompt.description || `Prompt of ${name}`}
      isPending={pending}
      look={isPage ? 'page' : 'card'}
      question={isPage ? undefined : questionTitle(prompt.description) || `${name} asks`}
      values={runValues}
      body={questionBody(prompt.description, isPage)}
    >
      {pending && item.answer !== null && <RuleNote answer={item.answer} />}
      {pending ? <PromptForm item={item} {...answering} /> : <Answered item={item} />}
    </PromptFrame>
  );
}

function Answered({ item }: { item: PromptItem }) {
  const { prompt, answer, reason } = item;
  const actorName = useActorName();
  const status = promptStatus(item);
  const who = actorName(prompt.submittedBy ?? prompt.cancelledBy) || 'Hangar';
  return (
    <>
      <p className={classes['note']}>
        <StatusIcon status={status} />{' '}
        {status === 'TimedOut' ? `Nobody answered: ${reason?.text}` : `${status} by ${who}`}
        {answer !== null && answer.problem === null && `, by the rule ${answer.rule}`}
      </p>
      {prompt.submittedAt !== null && <Answer prompt={prompt} />}
      <UnsentAnswer item={item} />
    </>
  );
}

/** The submitted values, by field name. */
function Answer({ prompt: { schema, values } }: { prompt: Prompt }) {
  const names = new Map(schema.parameters.map(({ slug, name }) => [slug, name]));
  const given = Object.entries(values);
  if (given.length === 0) return null;
  return (
    <Facts label="Submitted values">
      {given.map(([slug, value]) => (
        <Fact key={slug} name={names.get(slug) || slug}>
          <code style={{ whiteSpace: 'pre-wrap' }}>
            {stripBidiControls(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
          </code>
        </Fact>
      ))}
    </Facts>
  );
}

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
