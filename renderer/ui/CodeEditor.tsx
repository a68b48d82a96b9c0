import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeMirrorProps } from './code/CodeMirror.tsx';

const Loaded = lazy(async () => ({ default: (await import('./code/CodeMirror.tsx')).CodeMirror }));

/** A code editor; its program is loaded when the first one is shown. */
export function CodeEditor(props: CodeMirrorProps) {
  return (
    <Suspense fallback={<Skeleton height={props.minHeight ?? 120} aria-label={`${props.label} is loading`} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
