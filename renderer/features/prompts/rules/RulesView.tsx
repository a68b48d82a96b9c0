import { Switch } from '@mantine/core';
import { BotIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useAction } from '../../../core/data/action.ts';
import { useAnswered, useApi, useRunbooks, useTasks, useUsers } from '../../../core/data/hangar.ts';
import { useUndoable } from '../../../core/undo/undo.tsx';
import { counted, stripBidiControls, DocsLink } from '../../../ui/text/shown-text.tsx';
import { IconButton } from '../../../ui/inputs/IconButton.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import { answeredAt, idOf, LISTS, titleOf } from '../inbox/inbox-items.ts';
import { BLANK_RULE, draftOfRule, freeSlug, ruleOfDraft, unshown } from './rule-draft.ts';
import { RuleForm } from './RuleForm.tsx';
import { ruleSentence, type RuleNames } from './rule-sentence.ts';
import classes from './rules.module.css';
import { useRules } from './use-rules.ts';

/** `/prompts/rules`: the rules that answer prompts and approvals, and the form that adds or changes one. */
export function RulesView() {
  const { data: rules, error, reload } = useRules();
  const [edited, setEdited] = useState('');
  if (rules === undefined) return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  const rule = rules.find(({ id }) => id === edited);
  return (
    <div className="scroll" role="region" aria-label="Rules of automatic answers" tabIndex={0}>
      {rules.length === 0 ? (
        <EmptyState icon={BotIcon} title="No rules yet">
          A rule <DocsLink href="/docs/answers.html">answers prompts and approvals</DocsLink> by itself.
        </EmptyState>
      ) : (
        <ul className={classes['rules']} aria-label="Rules">
          {rules.map((each) => (
            <RuleRow key={each.id} rule={each} onEdit={() => setEdited(each.id)} />
          ))}
        </ul>
      )}
      <section className={classes['edit']} aria-label={rule === undefined ? 'New rule' : `Rule ${rule.slug}`}>
        <h2>{rule === undefined ? 'New rule' : `Change ${rule.slug}`}</h2>
        {rule === undefined ? (
          <NewRule taken={rules.map(({ slug }) => slug)} />
        ) : (
          <RuleForm key={rule.id} request={{ draft: draftOfRule(rule), rule }} onDone={() => setEdited('')} isPrimary />
        )}
      </section>
    </div>
  );
}

/** An empty form, again after each new rule. */
function NewRule({ taken }: { taken: readonly string[] }) {
  return (
    <RuleForm key={taken.length} request={{ draft: { ...BLANK_RULE, slug: freeSlug('', taken) }, taken }} isPrimary />
  );
}

/** One rule: its switch, its sentence, and its counter with a link to the latest answer. */
function RuleRow({ rule, onEdit }: { rule: AnswerItem; onEdit: () => void }) {
  const api = useApi();
  const id = useId();
  const params = { id: rule.id };
  const enable = useAction((enabled: boolean) =>
    api.answers.replace({
      params,
      body: { ...ruleOfDraft(draftOfRule(rule)), ...unshown(rule), match: rule.match, enabled },
    }),
  );
  const undoable = useUndoable();
  const remove = useAction(() => undoable(`Deleted ${rule.slug}`, () => api.answers.remove({ params })));
  const names = useRuleNames();
  return (
    <li aria-labelledby={id}>
      <Switch
        size="xs"
        aria-label={`${rule.slug} is on`}
        checked={rule.enabled}
        disabled={enable.busy}
        onChange={({ currentTarget: { checked } }) => void enable.run(checked)}
      />
      <div className={classes['text']} data-on={rule.enabled}>
        <p id={id} title={rule.slug}>
          {ruleSentence(rule, names).map(({ text, isStrong }, index) =>
            isStrong ? <b key={index}>{stripBidiControls(text)}</b> : stripBidiControls(text),
          )}
        </p>
        {rule.lastProblem !== null && rule.lastProblem !== undefined && (
          <p className="error">Refused: {stripBidiControls(rule.lastProblem)}</p>
        )}
        <Counter rule={rule} />
      </div>
      <IconButton icon={PencilIcon} label={`Edit ${rule.slug}`} onClick={onEdit} />
      <IconButton icon={Trash2Icon} label={`Delete ${rule.slug}`} onClick={() => void remove.run()} />
    </li>
  );
}

function Counter({ rule: { slug, applied, completed } }: { rule: AnswerItem }) {
  const last = useAnswered().items.find(({ answer }) => answer?.rule === slug && answer.problem === null);
  return (
    <p className={classes['count']}>
      {applied === 0 ? 'no answer yet' : `answered ${counted(applied, 'time')}`}
      {completed && ', used up'}
      {last !== undefined && (
        <>
          {' · '}
          <Link href={`/prompts/${idOf(last)}?list=${LISTS.answered}`}>
            <RelativeTime at={answeredAt(last)} suffix="ago" />, {stripBidiControls(titleOf(last))}
          </Link>
        </>
      )}
    </p>
  );
}

/** The names of tasks, runbooks and users; the slug or the address without one. */
function useRuleNames(): RuleNames {
  const [tasks, runbooks, users] = [useTasks().items, useRunbooks().items, useUsers().items];
  return useMemo(() => {
    const named = (items: readonly { readonly slug: string; readonly name?: string | undefined }[]) => (slug: string) =>
      items.find((item) => item.slug === slug)?.name || slug;
    const ofUser = (email: string) => users.find((user) => user.email === email)?.name || email;
    return { ofTask: named(tasks), ofRunbook: named(runbooks), ofUser };
  }, [tasks, runbooks, users]);
}
