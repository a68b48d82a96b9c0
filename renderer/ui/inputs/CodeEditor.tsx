import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { CodeMirrorProps } from '../code/CodeMirror.tsx';
import { lazyComponent } from '../deferred-code.ts';

const Loaded = lazyComponent(async () => (await import('../code/CodeMirror.tsx')).CodeMirror);

/** A code editor, whose code is loaded on first use. */
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

/** Prefetches the code editor. */
export const { prefetch: prefetchCodeEditor } = Loaded;
