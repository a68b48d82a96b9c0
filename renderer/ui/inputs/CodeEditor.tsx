import { Skeleton } from '@mantine/core';
import type { CodeMirrorProps } from '../code/CodeMirror.tsx';
import { lazyComponent } from '../deferred-code.ts';

/** A code editor, whose code is loaded on first use. */
export const CodeEditor = lazyComponent(
  async () => (await import('../code/CodeMirror.tsx')).CodeMirror,
  ({ label, minHeight = 120 }: CodeMirrorProps) => (
    <Skeleton height={minHeight} role="status" aria-label={`${label} is loading`} data-code-editor={label} />
  ),
);
