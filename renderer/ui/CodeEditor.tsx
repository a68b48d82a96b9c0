import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { CodeMirrorProps } from './code/CodeMirror.tsx';
import { lazyComponent } from './lazy-component.ts';

const Loaded = lazyComponent(async () => (await import('./code/CodeMirror.tsx')).CodeMirror);

/** A code editor; its program is loaded when the first one is shown, or before. */
export function CodeEditor(props: CodeMirrorProps) {
  return (
    <Suspense
      fallback={
        <Skeleton
          height={props.minHeight ?? 120}
          role="status"
          aria-label={`${props.label} is loading`}
          data-code-editor={props.label}
        />
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}

/** Loads the editor's program. */
export const { prefetch: prefetchCodeEditor } = Loaded;
