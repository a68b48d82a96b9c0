import { Button, NumberInput, TextInput } from '@mantine/core';
import { BotIcon } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../core/data/action.ts';
import { useApi, useEnvironments, usePrompts, useRequests } from '../../../core/data/hangar.ts';
import { slugOption } from '../../../core/run/run-target.ts';
import { Form } from '../../../ui/inputs/Form.tsx';
import { MoreConditions } from '../../../ui/inputs/MoreConditions.tsx';
import { Select } from '../../../ui/inputs/Select.tsx';
import { answerableText, type RuleDraft, ruleOfDraft, unshown, withChanges } from './rule-draft.ts';
import type { RuleFieldsProps, RuleRequest } from './use-rules.ts';
import { RuleSentence } from './RuleSentence.tsx';
import classes from './rules.module.css';
import { useAnswerValues } from './use-answer-values.tsx';

interface RuleFormProps {
  readonly request: RuleRequest;
  /** Called when the rule is saved, and by Cancel; absent for a form that stays. */
  readonly onDone?: () => void;
  /** True where the form is all that its place is about. */
  readonly isPrimary?: boolean;
}

/** The form that adds or changes a rule of automatic answers: the rule as a sentence with fields in it. */
export function RuleForm({ request, onDone, isPrimary = false }: RuleFormProps) {
  const { rule, taken = [] } = request;
  const api = useApi();
  const [draft, setDraft] = useState(request.draft);
  const change = (changes: Partial<RuleDraft>) =>
    setDraft((before) => (rule === undefined ? withChanges(before, changes, taken) : { ...before, ...changes }));
  const [prompts, requests] = [usePrompts().items, useRequests().items];
  const values = useAnswerValues(request);
  const save = useAction(async () => {
    const submit = draft.action === 'submit' ? values.read() : {};
    if (submit === undefined) return;
    const body = ruleOfDraft({ ...draft, submit });
    if (rule === undefined) await api.answers.create({ body });
    else await api.answers.replace({ params: { id: rule.id }, body: { ...body, ...unshown(rule) } });
    onDone?.();
  });
  return (
    <Form onSubmit={() => save.run()} className={classes['form'] ?? ''}>
      <RuleSentence {...{ draft, change, request }} values={draft.action === 'submit' && values.fields} />
      <MoreRuleFields {...{ draft, change }} isNew={rule === undefined} />
      <div className={classes['foot']} data-primary={isPrimary}>
        <span role="status" className="quiet grow">
          {answerableText(draft, { prompts, requests })}
        </span>
        {onDone !== undefined && (
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={<BotIcon size={14} />}
          loading={save.busy}
        >
          {rule === undefined ? 'Add rule' : 'Save rule'}
        </Button>
      </div>
    </Form>
  );
}

/** The fields of a rule that few need, behind a disclosure. */
function MoreRuleFields({ draft, change, isNew }: RuleFieldsProps & { isNew: boolean }) {
  return (
    <MoreConditions isKept={draft.keep} onKeep={isNew && ((keep) => change({ keep }))}>
      <Select
        label="Environment"
        value={draft.environment}
        data={[{ value: '', label: 'Any' }, ...useEnvironments().items.map(slugOption)]}
        onValue={(environment) => change({ environment })}
      />
      <NumberInput
        label="Times"
        min={1}
        allowDecimal={false}
        placeholder="Always"
        value={draft.times}
        onChange={(value) => change({ times: Number(value) || '' })}
      />
      <TextInput label="Slug" value={draft.slug} onChange={({ currentTarget: { value } }) => change({ slug: value })} />
    </MoreConditions>
  );
}
