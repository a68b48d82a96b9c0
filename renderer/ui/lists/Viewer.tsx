import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';

interface ViewerProps {
  /** The filters: search, level. */
  readonly tools: ReactNode;
  /** The number of lines or matches. */
  readonly note: string;
  readonly actions: ReactNode;
  /** In pixels; as high as its container by default. */
  readonly height?: number | undefined;
  /** The lines. */
  readonly children: ReactNode;
}

/** Lines below a toolbar, for logs and JSON. */
export function Viewer({ tools, note, actions, height, children }: ViewerProps) {
  return (
    <div className="fill" style={height === undefined ? undefined : { height }}>
      <div className="toolbar">
        {tools}
        <span role="status" className="quiet small grow">
          {note}
        </span>
        {actions}
      </div>
      {children}
    </div>
  );
}

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
