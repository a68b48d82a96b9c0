import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { keysOf } from '../../../../shared/values/keys-of.ts';
import { useRunbooks, useTasks } from '../../../core/data/hangar.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { COMPARISONS, type Comparison, conditionOf, expressionOf, valueOfText } from './rule-condition.ts';
import { isForRequests } from './rule-draft.ts';
import type { RuleFieldsProps } from './rule-request.ts';

/** Choices of a condition beside the parameters, whose slugs these are not. */
const [NONE, EXPRESSION] = ['', ' expression'];

/** The condition of a rule within its sentence: none, a comparison of a parameter, or an expression. */
export function ConditionFields({ draft, change }: RuleFieldsProps) {
  const condition = conditionOf(draft.when);
  const [chosen, setChosen] = useState(draft.when === '' ? NONE : (condition?.parameter ?? EXPRESSION));
  const [comparison, setComparison] = useState<Comparison>(condition?.comparison ?? '<');
  const [text, setText] = useState(() => (condition === undefined ? '' : textOf(condition.value)));
  const parameters = useParametersOf(draft);
  const set = (next: { parameter?: string; comparison?: Comparison; text?: string }) => {
    const all = { parameter: chosen, comparison, text, ...next };
    const type = parameters.find(({ slug }) => slug === all.parameter)?.type ?? 'string';
    change({ when: all.text === '' ? '' : expressionOf({ ...all, value: valueOfText(all.text, type) }) });
  };
  const choose = (next: string) => {
    setChosen(next);
    if (next === NONE) change({ when: '' });
    else if (next !== EXPRESSION) set({ parameter: next });
  };
  const isParameter = chosen !== NONE && chosen !== EXPRESSION;
  return (
    <>
      {chosen !== NONE && <span>and</span>}
      <Select
        label="Condition"
        value={chosen}
        data={[
          { value: NONE, label: 'in any case' },
          ...parameters.map(({ slug }) => slug),
          { value: EXPRESSION, label: 'an expression' },
        ]}
        onValue={choose}
      />
      {isParameter && (
        <>
          <span>is</span>
          <Select
            label="Comparison"
            value={comparison}
            data={keysOf(COMPARISONS).map((value) => ({ value, label: COMPARISONS[value] }))}
            onValue={(next) => {
              setComparison(next);
              set({ comparison: next });
            }}
          />
          <TextInput
            label="Compared with"
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              set({ text: value });
            }}
          />
        </>
      )}
      {chosen === EXPRESSION && (
        <TextInput
          label="When"
          title={`An expression over params, ${isForRequests(draft) ? 'request' : 'prompt'}, run and env`}
          placeholder="params.amount < 300"
          classNames={{ input: 'mono' }}
          value={draft.when}
          onChange={({ currentTarget: { value } }) => change({ when: value })}
        />
      )}
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The parameters of the task or runbook that a rule is about. */
function useParametersOf({ task, runbook }: RuleFieldsProps['draft']) {
  const [tasks, runbooks] = [useTasks().items, useRunbooks().items];
  const found = task === '' ? runbooks.find(({ slug }) => slug === runbook) : tasks.find(({ slug }) => slug === task);
  return found?.parameters ?? [];
}
