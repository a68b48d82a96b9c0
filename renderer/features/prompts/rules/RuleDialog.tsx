import { Button, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/values/json.ts';
import { useAction } from '../../../core/data/action.ts';
import { ParameterFields } from '../../../core/forms/ParameterFields.tsx';
import { inputValuesOf } from '../../../core/forms/input-values.ts';
import { parametersOfView } from '../../../core/forms/parameter-of-view.ts';
import { useParameterForm } from '../../../core/forms/use-parameter-form.ts';
import {
  type PromptItem,
  useApi,
  useEnvironments,
  usePrompts,
  useRequests,
  useRunbooks,
  useTasks,
  useUsers,
} from '../../../core/data/hangar.ts';
import { slugOption } from '../../../core/run/slug-option.ts';
import { Dialog } from '../../../ui/layout/Dialog.tsx';
import { Form } from '../../../ui/inputs/Form.tsx';
import {
  isForRequests,
  type RuleDraft,
  ruleOfDraft,
  type RuleAction,
  answerableText,
  withChanges,
} from './rule-draft.ts';
import classes from './rules.module.css';
import { Select } from '../../../ui/inputs/Select.tsx';

/** The first state of the dialog: the fields of a rule, and their source. */
export interface RuleRequest {
  readonly draft: RuleDraft;
  /** The prompt with the parameters of the answer. */
  readonly prompt?: PromptItem;
  /** True for a rule made from the answer to a request for approval. */
  readonly isRequest?: boolean;
  /** The rule to change; a new one when absent. */
  readonly rule?: AnswerItem;
  /** Slugs of existing rules. */
  readonly taken?: readonly string[];
}

/** The dialog that adds or changes a rule of automatic answers. */
export function RuleDialog({ request, onClose }: { request: RuleRequest | undefined; onClose: () => void }) {
  return (
    <Dialog opened={request !== undefined} onClose={onClose} title="Answer automatically" size="lg">
      {request !== undefined && <RuleForm request={request} onDone={onClose} />}
    </Dialog>
  );
}

function RuleForm({ request, onDone }: { request: RuleRequest; onDone: () => void }) {
  const { prompt: item, rule, taken = [] } = request;
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
    onDone();
  });
  return (
    <Form onSubmit={() => save.run()} className="stack">
      <MatchFields draft={draft} change={change} item={item} />
      <Select label="Answer" value={draft.action} data={actionsOf(request)} onValue={(action) => change({ action })} />
      {draft.action === 'submit' && values.fields}
      {isForRequests(draft) && (
        <TextInput
          label="Reason"
          description="May contain {{ }}. Optional."
          value={draft.reason}
          maxLength={MAX_REASON}
          onChange={({ currentTarget: { value } }) => change({ reason: value })}
        />
      )}
      <OptionFields draft={draft} change={change} isNew={rule === undefined} />
      <div className={classes['foot']}>
        <span role="status" className="quiet grow">
          {answerableText(draft, { prompts, requests })}
        </span>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="filled" loading={save.busy}>
          {rule === undefined ? 'Add rule' : 'Save rule'}
        </Button>
      </div>
    </Form>
  );
}

/** Maximum length of a reason, in characters. */
const MAX_REASON = 10_000;

/** The possible actions of the rule. A rule made from an answer stays with prompts, or with requests. */
function actionsOf({ prompt: item, isRequest = false }: RuleRequest): { value: RuleAction; label: string }[] {
  const ofPrompt = [
    { value: 'submit', label: item?.prompt.confirmText ?? 'Submit the prompt' },
    { value: 'cancel', label: item?.prompt.cancelText ?? 'Cancel the prompt' },
  ] as const;
  const ofRequest = [
    { value: 'approve', label: 'Approve the request' },
    { value: 'reject', label: 'Reject the request' },
  ] as const;
  return [...(isRequest ? [] : ofPrompt), ...(item === undefined ? ofRequest : [])];
}

/** The fields of a rule outside the form. */
function unshown({ enabled, skip, share }: AnswerItem) {
  return { enabled, skip, share };
}

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly change: (changes: Partial<RuleDraft>) => void;
}

const ANY = { value: '', label: 'Any' };

function MatchFields({ draft, change, item }: FieldsProps & { item: PromptItem | undefined }) {
  const description = item?.prompt.description ?? '';
  return (
    <div className={classes['fields']}>
      <Select
        label="Task"
        value={draft.task}
        data={[ANY, ...useTasks().items.map(slugOption)]}
        onValue={(task) => change({ task })}
      />
      <Select
        label="Runbook"
        value={draft.runbook}
        data={[ANY, ...useRunbooks().items.map(slugOption)]}
        onValue={(runbook) => change({ runbook })}
      />
      <Select
        label="Environment"
        value={draft.environment}
        data={[ANY, ...useEnvironments().items.map(slugOption)]}
        onValue={(environment) => change({ environment })}
      />
      {description !== '' && (
        <Select
          label="Question"
          value={draft.question}
          data={[ANY, { value: description, label: description }]}
          onValue={(question) => change({ question })}
        />
      )}
      <TextInput
        className={classes['wide'] ?? ''}
        label="When"
        description={`An expression over params, ${isForRequests(draft) ? 'request' : 'prompt'}, run and env. Optional.`}
        placeholder="params.amount < 300"
        value={draft.when}
        onChange={({ currentTarget: { value } }) => change({ when: value })}
      />
    </div>
  );
}

function OptionFields({ draft, change, isNew }: FieldsProps & { isNew: boolean }) {
  const users = useUsers().items.map(({ email, name }) => ({ value: email, label: name ?? email }));
  return (
    <div className={classes['fields']}>
      <Select
        label="Answer as"
        value={draft.as}
        data={[{ value: '', label: 'You' }, ...users]}
        onValue={(as) => change({ as })}
      />
      <NumberInput
        label="After seconds"
        min={0}
        value={draft.afterSeconds}
        onChange={(value) => change({ afterSeconds: Number(value) || 0 })}
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
      {isNew && (
        <Checkbox
          className={classes['wide'] ?? ''}
          label="Keep in the workspace file"
          checked={draft.keep}
          onChange={({ currentTarget: { checked } }) => change({ keep: checked })}
        />
      )}
    </div>
  );
}

/**
 * The fields for the values of an answer: those of the prompt, otherwise JSON. `read` shows problems and returns undefined for
 * them.
 */
function useAnswerValues({ prompt: item, draft }: RuleRequest) {
  const parameters = useMemo(() => parametersOfView(item?.prompt.schema.parameters ?? []), [item]);
  const [input, setInput] = useState(() => inputValuesOf(parameters, draft.submit));
  const environment = useEnvironments().items.find(({ slug }) => slug === item?.environment);
  const form = useParameterForm({ parameters, input, onInput: setInput, environment });
  const [text, setText] = useState(() => JSON.stringify(draft.submit, null, 2));
  const [problem, setProblem] = useState('');
  if (item !== undefined) return { read: form.submit, fields: <ParameterFields form={form} /> };
  const read = () => {
    const values = readObject(text);
    if (values === undefined) setProblem('Enter a JSON object, such as {"reason": "approved"}.');
    return values;
  };
  const field = (
    <Textarea
      label="Values"
      description="A JSON object by parameter; texts may contain {{ }}. Parameters left out take their defaults."
      autosize
      minRows={2}
      classNames={{ input: 'mono' }}
      value={text}
      error={problem === '' ? undefined : problem}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        setProblem('');
      }}
    />
  );
  return { read, fields: field };
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
