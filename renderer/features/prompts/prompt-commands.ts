import { useCommands } from '../../core/commands/commands.ts';
import { useAnswered, usePrompts, useRequests } from '../../core/data/hangar.ts';
import { useNavigate } from '../../core/page/page.ts';
import { idOf, oldestFirst } from './inbox/inbox-items.ts';

/** The number of pending prompts and approvals. */
export function usePromptCount(): number {
  return usePrompts().items.length + useRequests().items.length;
}

/** The commands that open the oldest pending prompt or approval, and the rules. */
export function PromptCommands() {
  const [first] = oldestFirst([...usePrompts().items, ...useRequests().items]);
  const oldest = first === undefined ? undefined : idOf(first);
  const navigate = useNavigate();
  // Collected from the start, since the server lists pending prompts only.
  useAnswered();
  useCommands([
    {
      id: 'prompt-next',
      title: 'Answer the next prompt',
      group: 'Prompts',
      keywords: 'approve submit reject inbox review',
      shortcut: 'N',
      when: oldest !== undefined,
      run: () => oldest !== undefined && navigate(`/prompts/${oldest}`),
    },
    {
      id: 'prompt-rules',
      title: 'Answer prompts automatically…',
      group: 'Prompts',
      keywords: 'rules automatic answers',
      run: () => navigate('/prompts/rules'),
    },
  ]);
  return null;
}
