import { type ReactNode, useEffect, useState } from 'react';
import { notifyError } from '../../core/data/action.ts';
import type { Desktop } from '../../core/data/desktop.ts';
import { useHangar } from '../../core/data/hangar.ts';

type Application = NonNullable<Desktop>;

/** A value from the desktop application, with a function that replaces it. */
export interface LoadedPart<Value> {
  readonly desktop: Application;
  readonly value: Value;
  readonly setValue: (value: Value) => void;
}

interface DesktopPartProps<Value> {
  /** Must not change between renders. */
  readonly read: (desktop: Application) => Promise<Value>;
  readonly children: (loaded: LoadedPart<Value>) => ReactNode;
}

/** A part of the page about the desktop application; renders nothing in a browser. */
export function DesktopPart<Value extends object>({ read, children }: DesktopPartProps<Value>) {
  const { desktop } = useHangar();
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    if (desktop !== undefined) read(desktop).then(setValue, notifyError);
  }, [desktop, read]);
  return desktop === undefined || value === undefined ? null : children({ desktop, value, setValue });
}
