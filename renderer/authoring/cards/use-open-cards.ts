import { useState } from 'react';

/** The open cards of a list, by key. */
export function useOpenCards(): {
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
  open: (key: string) => void;
} {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (key) => opened.has(key),
    open: (key) => setOpened((before) => new Set([...before, key])),
    toggle: (key) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
  };
}
