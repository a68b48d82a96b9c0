import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../core/commands.ts';
import { usePrompts } from '../core/data.ts';
import { type PromptItem, useHangar } from '../core/hangar.ts';
import { useNavigate } from '../core/url.ts';

const LOOKED_UP_AFTER = 1000;

/**
 * In a browser, tells of new prompts by the system's notifications while the page is not in front, once the person has
 * allowed it. The desktop's shell does so itself.
 */
export function useAnnouncements(): void {
  const { desktop } = useHangar();
  const { items, loaded } = usePrompts();
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string>>(undefined);
  const isPossible = desktop === undefined && 'Notification' in window;
  const [mayAsk, setMayAsk] = useState(false);
  useEffect(() => {
    // Later: the browser looks it up for ten milliseconds, which is long before something is drawn.
    const timer = setTimeout(() => setMayAsk(isPossible && Notification.permission === 'default'), LOOKED_UP_AFTER);
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
    known.current = new Set(items.map(({ prompt }) => prompt.id));
    // Prompts that waited when the page was opened are no news.
    if (before === undefined || !isPossible || Notification.permission !== 'granted' || document.hasFocus()) return;
    items.filter(({ prompt }) => !before.has(prompt.id)).forEach((item) => announce(item, navigate));
  }, [items, loaded, isPossible, navigate]);
}

function announce({ prompt, name }: PromptItem, navigate: (path: string) => void): void {
  const title = prompt.description === '' ? `${name} waits for you` : prompt.description;
  const shown = new Notification(title, { body: name, tag: prompt.id });
  shown.onclick = () => {
    window.focus();
    navigate(`/prompts/${prompt.id}`);
    shown.close();
  };
}
