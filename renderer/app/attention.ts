import { useEffect } from 'react';
import { usePrompts } from '../core/data.ts';
import { useShownEntity } from '../core/page.ts';
import { usePlace } from './place.ts';

/** The document's title carries the number of waiting prompts. The desktop's shell announces them itself. */
export function useAttention(): void {
  const place = usePlace()?.name ?? 'Hangar';
  const entity = useShownEntity();
  const { items } = usePrompts();
  useEffect(() => {
    const waiting = items.length === 0 ? '' : ` (${items.length})`;
    document.title = [`${place}${waiting}`, entity, 'Hangar'].filter((part) => part !== '').join(' – ');
  }, [place, entity, items.length]);
}
