import type { ReactNode } from 'react';

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
