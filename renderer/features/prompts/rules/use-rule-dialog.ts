import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isPending } from '../../../../shared/model/prompt-state.ts';
import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useAction } from '../../../core/action.ts';
import { type PromptItem, useHangar, useUsers } from '../../../core/hangar.ts';
import { BLANK_RULE, draftOfRule, freeSlug } from './rule-draft.ts';
import type { RuleRequest } from './RuleDialog.tsx';

const dialog = createStore<{ request: RuleRequest | undefined }>(() => ({ request: undefined }));

/** The open dialog's request; undefined while it is closed. */
export function useRuleRequest(): RuleRequest | undefined {
  return useStore(dialog, ({ request }) => request);
}

/** Closes the dialog. */
export function closeRuleDialog(): void {
  dialog.setState({ request: undefined });
}

/** Functions that open the dialog: for a new rule, for a rule like the answer to a prompt, or to change a rule. */
export function useRuleDialog() {
  const { api, preferences } = useHangar();
  const users = useUsers().items;
  const open = useAction(async (from: { prompt?: PromptItem; rule?: AnswerItem }) => {
    const { items } = await api.answers.list();
    const { prompt: item, rule } = from;
    if (rule !== undefined) {
      dialog.setState({ request: { draft: draftOfRule(rule), rule } });
      return;
    }
    const taken = items.map(({ slug }) => slug);
    if (item === undefined) {
      dialog.setState({ request: { draft: { ...BLANK_RULE, slug: freeSlug('', taken) } } });
      return;
    }
    const { prompt, sessionID, taskSlug: task } = item;
    const runbook =
      task === '' && sessionID !== '' ? (await api.sessions.get({ params: { id: sessionID } })).row.runbookSlug : '';
    const actor = isPending(prompt)
      ? preferences.getState().answerAs
      : (prompt.submittedBy ?? prompt.cancelledBy ?? '');
    dialog.setState({
      request: {
        draft: {
          ...BLANK_RULE,
          ...{ slug: freeSlug(task === '' ? runbook : task, taken), task, runbook },
          ...{ cancel: prompt.cancelledAt !== null, submit: prompt.values },
          as: users.find(({ id }) => id === actor)?.email ?? '',
        },
        prompt: item,
      },
    });
  });
  return {
    addRule: () => void open.run({}),
    answerLike: (prompt: PromptItem) => void open.run({ prompt }),
    changeRule: (rule: AnswerItem) => void open.run({ rule }),
  };
}
