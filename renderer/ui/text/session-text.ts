import { useState } from 'react';
import { useLocation } from 'wouter';

const PREFIX = 'hangar.text:';

/** A text stored for the page in this window's session, such as the search in a log. */
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
      // Ignored when storage is full or forbidden: the text lasts until the user leaves the page.
    }
  };
  return [shown?.key === key ? shown.text : (sessionStorage.getItem(key) ?? ''), set];
}
