import { useEffect, useRef } from 'react';
import { usePrompts } from '../core/data.ts';
import { useHangar } from '../core/hangar.ts';
import { useShownEntity } from '../core/page.ts';
import { usePlace } from './place.ts';

/** The document's title and the dock's badge carry the number of waiting prompts; new ones are announced. */
export function useAttention(): void {
  const place = usePlace()?.name ?? 'Hangar';
  const entity = useShownEntity();
  const { items, loaded } = usePrompts();
  const { desktop } = useHangar();
  useEffect(() => {
    const waiting = items.length === 0 ? '' : ` (${items.length})`;
    document.title = [`${place}${waiting}`, entity, 'Hangar'].filter((part) => part !== '').join(' – ');
    desktop?.setBadge(items.length);
  }, [place, entity, items.length, desktop]);
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!loaded) return;
    const before = known.current;
    known.current = new Set(items.map(({ prompt }) => prompt.id));
    // Prompts that waited when the window opened are no news.
    if (before === undefined || document.hasFocus()) return;
    for (const { prompt, name } of items.filter((item) => !before.has(item.prompt.id))) {
      const title = prompt.description === '' ? `${name} waits for you` : prompt.description;
      desktop?.notify({ title, body: name, path: `/prompts/${prompt.id}` });
    }
  }, [items, loaded, desktop]);
}
