import { useCommands } from '../../core/commands.ts';
import { usePrompts } from '../../core/hangar.ts';
import { useNavigate } from '../../core/url.ts';

/** The number of pending prompts. */
export function usePromptCount(): number {
  return usePrompts().items.length;
}

/** The command that opens the oldest pending prompt. */
export function PromptCommands() {
  const [oldest] = usePrompts().items;
  const navigate = useNavigate();
  useCommands([
    {
      id: 'prompt-next',
      title: 'Answer the next prompt',
      group: 'Prompt',
      keywords: 'approve submit reject inbox review',
      shortcut: 'N',
      when: oldest !== undefined,
      run: () => oldest !== undefined && navigate(`/prompts/${oldest.prompt.id}`),
    },
  ]);
  return null;
}
