import { useEffect, useRef, useState } from 'react';
import { numberText } from '../ui/text/shown-text.tsx';
import { useCommands } from '../core/commands/commands.ts';
import { useHangar } from '../core/data/hangar.ts';
import { type InboxItem, useInbox } from '../core/data/inbox.ts';
import { useNavigate, useShownEntity } from '../core/page/page.ts';
import { useCurrentFeature } from './features.ts';

const PERMISSION_CHECK_DELAY = 1000;

/**
 * Shows system notifications for new prompts and requests while the browser window has no focus, once allowed. The desktop application
 * has its own.
 */
export function useAnnouncements(): void {
  const { desktop } = useHangar();
  const { items, loaded } = useInbox();
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string>>(undefined);
  const isPossible = desktop === undefined && 'Notification' in window;
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    // Delayed: the lookup takes about ten milliseconds, which would delay the first paint.
    const timer = setTimeout(
      () => setMayAsk(isPossible && Notification.permission === 'default'),
      PERMISSION_CHECK_DELAY,
    );
    return () => clearTimeout(timer);
  }, [isPossible]);
  useCommands([
    {
      id: 'allow-notifications',
      title: 'Notify me of new prompts…',
      group: 'Prompts',
      keywords: 'notification announce allow',
      when: mayAsk,
      run: () => void Notification.requestPermission().then((answer) => setMayAsk(answer === 'default')),
    },
  ]);
  useEffect(() => {
    if (!loaded) return;
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    // No notifications for prompts that are older than the page.
    if (before === undefined || !isPossible || Notification.permission !== 'granted' || document.hasFocus()) return;
    items.filter(({ id }) => !before.has(id)).forEach((item) => announce(item, navigate));
  }, [items, loaded, isPossible, navigate]);
}

function announce({ id, title, name }: InboxItem, navigate: (path: string) => void): void {
  const shown = new Notification(title, { body: name, tag: id });
  shown.onclick = () => {
    window.focus();
    navigate(`/prompts/${id}`);
    shown.close();
  };
}

/** Sets the document's title, with the number of pending prompts and requests. The navigation (`features.ts`) and the dock (`desktop/tray.ts`) show it too. */
export function useAttention(): void {
  const page = useCurrentFeature()?.name ?? 'Hangar';
  const entity = useShownEntity();
  const { items } = useInbox();
  useEffect(() => {
    const count = items.length === 0 ? '' : ` (${numberText(items.length)})`;
    document.title = [`${page}${count}`, entity, 'Hangar'].filter((part) => part !== '').join(' – ');
  }, [page, entity, items.length]);
}
