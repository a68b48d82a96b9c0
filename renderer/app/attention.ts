import { useEffect } from 'react';
import { usePrompts } from '../core/data.ts';
import { useShownEntity } from '../core/page.ts';
import { useCurrentFeature } from './features.ts';

/** Sets the document's title, with the number of pending prompts. The navigation (`features.ts`) and the dock (`desktop/badge.ts`) show it too. */
export function useAttention(): void {
  const page = useCurrentFeature()?.name ?? 'Hangar';
  const entity = useShownEntity();
  const { items } = usePrompts();
  useEffect(() => {
    const count = items.length === 0 ? '' : ` (${items.length})`;
    document.title = [`${page}${count}`, entity, 'Hangar'].filter((part) => part !== '').join(' – ');
  }, [page, entity, items.length]);
}
