import { Button, Switch } from '@mantine/core';
import { useId } from 'react';
import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useAction } from '../../../core/data/action.ts';
import { useApi } from '../../../core/data/hangar.ts';
import { useLiveQuery } from '../../../core/data/query.ts';
import type { Query } from '../../../core/data/queries.ts';
import { counted } from '../../../ui/text/counted.ts';
import { DeleteButton } from '../../../ui/inputs/DeleteButton.tsx';
import { DocsLink } from '../../../ui/text/DocsLink.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import classes from './rules.module.css';
import { useRuleDialog } from './use-rule-dialog.ts';
import { stripBidiControls } from '../../../ui/text/strip-bidi-controls.ts';

/** All rules of automatic answers, with their counters. */
export function useRules(): Query<readonly AnswerItem[]> {
  const api = useApi();
  return useLiveQuery(
    'rules of answers',
    async () => (await api.answers.list()).items,
    (event) =>
      event.type === 'answer' || event.type === 'workspace' || (event.type === 'rules' && event.list === 'answers'),
  );
}

/** `/prompts/rules`: the rules that answer prompts and requests. */
export function RulesView() {
  const rules = useRules();
  const { addRule } = useRuleDialog();
  return (
    <>
      <PageHeader
        title="Rules"
        actions={
          <Button variant="filled" onClick={addRule}>
            Add rule
          </Button>
        }
      />
      <div className="scroll" role="region" aria-label="Rules of automatic answers" tabIndex={0}>
        <RuleList rules={rules} />
      </div>
    </>
  );
}

function RuleList({ rules: { data, error, reload } }: { rules: Query<readonly AnswerItem[]> }) {
  if (data === undefined) return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  if (data.length === 0)
    return (
      <EmptyState title="No rules yet">
        A rule answers prompts or requests for approval by itself.{' '}
        <DocsLink href="/docs/answers.html">Automatic answers</DocsLink>
      </EmptyState>
    );
  return (
    <ul className={classes['rules']} aria-label="Rules">
      {data.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </ul>
  );
}

function RuleRow({ rule }: { rule: AnswerItem }) {
  const api = useApi();
  const id = useId();
  const { changeRule } = useRuleDialog();
  const params = { id: rule.id };
  const enable = useAction((enabled: boolean) =>
    api.answers.replace({ params, body: { ...authoredOf(rule), enabled } }),
  );
  const remove = useAction(() => api.answers.remove({ params }));
  return (
    <li aria-labelledby={id}>
      <Switch
        size="xs"
        aria-label={`${rule.slug} is on`}
        checked={rule.enabled}
        disabled={enable.busy}
        onChange={({ currentTarget: { checked } }) => void enable.run(checked)}
      />
      <div className={classes['text']}>
        <button type="button" id={id} className={classes['name']} onClick={() => changeRule(rule)}>
          {rule.slug}
        </button>
        <p>{stripBidiControls(ruleText(rule))}</p>
        {rule.lastProblem !== null && rule.lastProblem !== undefined && (
          <p className="error">Refused: {stripBidiControls(rule.lastProblem)}</p>
        )}
      </div>
      <span className={classes['count']}>
        {rule.completed ? 'used up, ' : ''}
        {counted(rule.applied, 'answer')}
      </span>
      <DeleteButton busy={remove.busy} onClick={() => void remove.run()} />
    </li>
  );
}

/** The fields of a rule for a request. */
function authoredOf({ slug, match, when, skip, times, share, as, afterSeconds, source, ...rule }: AnswerItem) {
  const { submit, cancel, requests, reason } = rule;
  return {
    ...{ slug, match, skip, share, afterSeconds, submit, cancel, keep: source === 'workspace' },
    ...(when === undefined ? {} : { when }),
    ...(times === undefined ? {} : { times }),
    ...(as === undefined ? {} : { as }),
    ...(requests === undefined ? {} : { requests }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A rule as a sentence: `refund in prod, when params.amount < 500: submit {"reason":"ok"} after 5 s as ada@example.com`. */
export function ruleText(rule: AnswerItem): string {
  const { match, when = '', requests, afterSeconds, as = '' } = rule;
  const { task, runbook, environment } = match;
  const name = task ?? runbook;
  const any = requests === undefined ? 'Any prompt' : 'Any request';
  const named = requests === undefined ? name : name && `Requests of ${name}`;
  const about = [named ?? any, environment === undefined ? '' : ` in ${environment}`].join('');
  return [
    `${about}${when === '' ? '' : `, when ${when}`}: ${actionText(rule)}`,
    afterSeconds === 0 ? '' : ` after ${afterSeconds} s`,
    as === '' ? '' : ` as ${as}`,
  ].join('');
}

function actionText({ requests, reason = '', cancel, submit }: AnswerItem): string {
  if (requests !== undefined) return `${requests}${reason === '' ? '' : ` “${reason}”`}`;
  if (cancel) return 'cancel';
  return `submit ${Object.keys(submit).length === 0 ? 'the defaults' : JSON.stringify(submit)}`;
}
