import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { keysOf } from '../../../../shared/values/objects.ts';
import { useRunbooks, useTasks } from '../../../core/data/hangar.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { COMPARISONS, type Comparison, conditionOf, expressionOf, valueOfText } from './rule-condition.ts';
import { isForRequests } from './rule-draft.ts';
import type { RuleFieldsProps } from './use-rules.ts';

/** Choices of a condition beside the parameters, whose slugs these are not. */
const [NONE, EXPRESSION] = ['', ' expression'];

/** The condition of a rule within its sentence: none, a comparison of a parameter, or an expression. */
export function ConditionFields({ draft, change }: RuleFieldsProps) {
  const parameters = useParametersOf(draft);
  const { chosen, comparison, text, choose, compare } = useCondition({ draft, change }, parameters);
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
            onValue={(next) => compare({ comparison: next })}
          />
          <TextInput
            label="Compared with"
            value={text}
            onChange={({ currentTarget: { value } }) => compare({ text: value })}
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

/** A comparison while it is edited, which may have no value yet. */
interface EditedCondition {
  readonly chosen: string;
  readonly comparison: Comparison;
  readonly text: string;
}

/** The condition of a draft while it is edited, and the functions that change both. */
function useCondition(
  { draft, change }: RuleFieldsProps,
  parameters: ReturnType<typeof useParametersOf>,
): EditedCondition & { choose: (next: string) => void; compare: (next: Partial<EditedCondition>) => void } {
  const [edited, setEdited] = useState<EditedCondition>(() => {
    const condition = conditionOf(draft.when);
    return {
      chosen: draft.when === '' ? NONE : (condition?.parameter ?? EXPRESSION),
      comparison: condition?.comparison ?? '<',
      text: condition === undefined ? '' : textOf(condition.value),
    };
  });
  const compare = (next: Partial<EditedCondition>) => {
    const { chosen, comparison, text } = { ...edited, ...next };
    setEdited({ chosen, comparison, text });
    const type = parameters.find(({ slug }) => slug === chosen)?.type ?? 'string';
    const value = valueOfText(text, type);
    change({ when: text === '' ? '' : expressionOf({ parameter: chosen, comparison, value }) });
  };
  const choose = (next: string) => {
    const isParameter = next !== NONE && next !== EXPRESSION;
    if (isParameter) compare({ chosen: next });
    else setEdited({ ...edited, chosen: next });
    if (next === NONE) change({ when: '' });
  };
  return { ...edited, choose, compare };
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
