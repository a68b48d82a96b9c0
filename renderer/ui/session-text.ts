import { useState } from 'react';
import { useLocation } from 'wouter';

const PREFIX = 'hangar.text:';

/**
 * The text of a field that belongs to its page, such as what is searched for in a log: it is there again when one comes
 * back, as long as the window lives.
 */
export function useSessionText(field: string): [text: string, set: (text: string) => void] {
  const [path] = useLocation();
  const key = `${PREFIX}${path} ${field}`;
  const [shown, setShown] = useState<{ key: string; text: string }>();
  const set = (text: string) => {
    setShown({ key, text });
    try {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // A full or forbidden storage: the text holds until one leaves the page.
    }
  };
  return [shown?.key === key ? shown.text : (sessionStorage.getItem(key) ?? ''), set];
}
