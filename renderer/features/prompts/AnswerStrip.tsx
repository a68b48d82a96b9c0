import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { answerOf, idOf, type InboxItem, titleOf } from './inbox/inbox-items.ts';
import classes from './prompts.module.css';
import { closeRuleForm, useRuleForm, useRuleRequest } from './rules/use-rule-form.ts';

// Lazy: its form would delay the list.
const RuleForm = lazyComponent(() => import('./rules/RuleForm.tsx').then((file) => file.RuleForm));

/** The strip below a prompt: the previous answer with a button that makes a rule of it, or the form of that rule. */
export function AnswerStrip({ last }: { last: InboxItem | undefined }) {
  const request = useRuleRequest();
  const [closed, setClosed] = useState('');
  const isShown = last !== undefined && idOf(last) !== closed;
  if (request === undefined && !isShown) return null;
  return (
    <div className={classes['strip']} data-form={request !== undefined}>
      {isShown && <LastAnswer item={last} hasForm={request !== undefined} onClose={() => setClosed(idOf(last))} />}
      {request !== undefined && (
        <section aria-label="Answer automatically">
          <RuleForm key={request.draft.slug} request={request} onDone={closeRuleForm} />
        </section>
      )}
    </div>
  );
}

interface LastAnswerProps {
  readonly item: InboxItem;
  /** True while the form of a rule is open. */
  readonly hasForm: boolean;
  readonly onClose: () => void;
}

function LastAnswer({ item, hasForm, onClose }: LastAnswerProps) {
  const { answerLike } = useRuleForm();
  const { status, verb, values, runID } = answerOf(item);
  return (
    <div className={classes['last']} role="status">
      <p>
        <StatusIcon status={status} /> You answered <strong>{stripBidiControls(titleOf(item))}</strong> with{' '}
        {stripBidiControls(verb + values)}. <Link href={`/runs/${runID}`}>See the run</Link>
      </p>
      {!hasForm && (
        <Button size="compact-sm" onClick={() => answerLike(item)}>
          Always answer like this
        </Button>
      )}
      <IconButton icon={XIcon} label="Dismiss" onClick={onClose} />
    </div>
  );
}
