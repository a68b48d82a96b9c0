import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isPending } from '../../../../shared/model/status.ts';
import { useAction } from '../../../core/data/action.ts';
import { type PromptItem, type RequestItem, useHangar, useUsers } from '../../../core/data/hangar.ts';
import { type InboxItem, isPrompt } from '../inbox/inbox-items.ts';
import { BLANK_RULE, freeSlug, type RuleDraft } from './rule-draft.ts';
import type { RuleRequest } from './use-rules.ts';

const form = createStore<{ request: RuleRequest | undefined }>(() => ({ request: undefined }));

/** The rule that is made from an answer; undefined while none is. */
export function useRuleRequest(): RuleRequest | undefined {
  return useStore(form, ({ request }) => request);
}

/** Closes the form of a rule that is made from an answer. */
export function closeRuleForm(): void {
  form.setState({ request: undefined });
}

/** A function that opens the form of a rule, filled in from an answer. */
export function useRuleForm(): { readonly answerLike: (item: InboxItem) => void } {
  const { api, preferences } = useHangar();
  const users = useUsers().items;
  /** The draft with a free slug, answering as the user of the answer, or as the current user. */
  const show = async (
    about: string,
    { actor, ...draft }: Partial<RuleDraft> & { actor: string },
    options: Pick<RuleRequest, 'prompt' | 'isRequest'>,
  ) => {
    const taken = (await api.answers.list()).items.map(({ slug }) => slug);
    const as = users.find(({ id }) => id === actor)?.email ?? '';
    const blank = { ...BLANK_RULE, slug: freeSlug(about, taken) };
    form.setState({ request: { draft: { ...blank, ...draft, as }, taken, ...options } });
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
  const like = useAction((item: InboxItem) => (isPrompt(item) ? ofPrompt(item) : ofRequest(item)));
  return { answerLike: (item) => void like.run(item) };
}
