import { usePrompts } from '../../core/data.ts';
import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Prompts. */
export const prompts: Feature = {
  name: 'Prompts',
  path: '/prompts',
  section: 'Watch',
  key: 'P',
  Page: lazyPage(() => import('./PromptsPage.tsx').then((file) => file.PromptsPage)),
  useBadge: usePromptCount,
};

function usePromptCount(): number {
  return usePrompts().items.length;
}
