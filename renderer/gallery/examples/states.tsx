import { Button } from '@mantine/core';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { NoneSelected } from '../../ui/NoneSelected.tsx';
import { EmptyState, ErrorState, LoadingState, StaleNotice } from '../../ui/states.tsx';
import { type Examples, framed, LONG_TEXT, LONG_WORD } from './example.ts';

const nothing = () => undefined;

/** Loading, empty and failed content. */
export const examples: Examples = {
  LoadingState: { default: <LoadingState />, 'own label': <LoadingState label="Loading the coverage…" /> },
  EmptyState: {
    default: (
      <EmptyState title="No runs yet" action={<Button>Run a task</Button>}>
        Runs appear here as soon as a client starts one.{' '}
        <DocsLink href="/docs/emulation.html">What is emulated</DocsLink>
      </EmptyState>
    ),
    'without a hint': <EmptyState title="No resources" />,
    'long text': <EmptyState title={`No run matches ${LONG_WORD}`}>{LONG_TEXT}</EmptyState>,
    'in a page': framed(240, <EmptyState title="Choose a run">Its timeline and its log appear here.</EmptyState>),
  },
  NoneSelected: {
    default: (
      <NoneSelected
        noun="run"
        shows="its timeline and its log"
        label="Runs by status, beside a list"
        links={[{ text: 'Failed', count: 9, href: '/runs?status=Failed' }]}
      />
    ),
  },
  ErrorState: {
    default: <ErrorState message="Hangar does not respond." onRetry={nothing} />,
    'without retry': <ErrorState message="There is no run with this ID." />,
    'long text': <ErrorState message={LONG_TEXT + LONG_WORD} onRetry={nothing} />,
  },
  StaleNotice: {
    default: <StaleNotice message="Hangar does not respond." onRetry={nothing} />,
    'without retry': <StaleNotice message="Hangar does not respond." />,
    'long text': <StaleNotice message={LONG_TEXT + LONG_WORD} onRetry={nothing} />,
  },
};
