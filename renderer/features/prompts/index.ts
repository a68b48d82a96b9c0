import { useCommands } from '../../core/commands.ts';
import { usePrompts } from '../../core/data.ts';
import type { Feature } from '../../core/feature.ts';
import { prefetchPromptForm } from '../../core/prompt/PromptCard.tsx';
import { useNavigate } from '../../core/url.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Prompts page. */
export const prompts: Feature = {
  name: 'Prompts',
  path: '/prompts',
  section: 'Watch',
  key: 'P',
  Page: lazyComponent(() => {
    // Every prompt needs the form.
    void prefetchPromptForm();
    return import('./PromptsPage.tsx').then((file) => file.PromptsPage);
  }),
  useBadge: usePromptCount,
  Commands: PromptCommands,
};

function usePromptCount(): number {
  return usePrompts().items.length;
}

function PromptCommands() {
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
