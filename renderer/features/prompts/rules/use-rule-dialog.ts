import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isPending } from '../../../../shared/model/prompt-state.ts';
import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useAction } from '../../../core/data/action.ts';
import { type PromptItem, type RequestItem, useHangar, useUsers } from '../../../core/data/hangar.ts';
import { BLANK_RULE, draftOfRule, freeSlug, type RuleDraft } from './rule-draft.ts';
import type { RuleRequest } from './RuleDialog.tsx';

/** Options of the dialog in addition to its draft. */
type DialogOptions = Omit<RuleRequest, 'draft'>;

const dialog = createStore<{ request: RuleRequest | undefined }>(() => ({ request: undefined }));

/** The open dialog's request; undefined while it is closed. */
export function useRuleRequest(): RuleRequest | undefined {
  return useStore(dialog, ({ request }) => request);
}

/** Closes the dialog. */
export function closeRuleDialog(): void {
  dialog.setState({ request: undefined });
}

/** Functions that open the dialog: for a new rule, for a rule made from an answer, or to change a rule. */
export function useRuleDialog() {
  const { api, preferences } = useHangar();
  const users = useUsers().items;
  /** The draft with a free slug, answering as the user of the answer, or as the current user. */
  const show = async (
    about: string,
    { actor, ...draft }: Partial<RuleDraft> & { actor?: string },
    options: DialogOptions = {},
  ) => {
    const taken = (await api.answers.list()).items.map(({ slug }) => slug);
    const as = users.find(({ id }) => id === actor)?.email ?? '';
    const blank = { ...BLANK_RULE, slug: freeSlug(about, taken) };
    dialog.setState({ request: { draft: { ...blank, ...draft, as }, taken, ...options } });
  };
  const answerAs = () => preferences.getState().answerAs;
  const ofPrompt = async (item: PromptItem) => {
    const { prompt, sessionID, taskSlug: task } = item;
    const runbook =
      task === '' && sessionID !== '' ? (await api.sessions.get({ params: { id: sessionID } })).row.runbookSlug : '';
    const actor = isPending(prompt) ? answerAs() : (prompt.submittedBy ?? prompt.cancelledBy ?? '');
    const action = prompt.cancelledAt === null ? 'submit' : 'cancel';
    await show(task || runbook, { task, runbook, action, submit: prompt.values, actor }, { prompt: item });
  };
  const ofRequest = async ({ request, taskSlug: task, answerReason: reason }: RequestItem) => {
    const actor = request.status === 'pending' ? answerAs() : (request.executedBy ?? request.rejectedBy ?? '');
    const action = request.status === 'rejected' ? 'reject' : 'approve';
    await show(task, { task, action, reason, actor }, { isRequest: true });
  };
  const add = useAction(() => show('', {}));
  const like = useAction((item: PromptItem | RequestItem) => ('prompt' in item ? ofPrompt(item) : ofRequest(item)));
  return {
    addRule: () => void add.run(),
    answerLike: (item: PromptItem | RequestItem) => void like.run(item),
    changeRule: (rule: AnswerItem) => dialog.setState({ request: { draft: draftOfRule(rule), rule } }),
  };
}
