import { Modal } from '@mantine/core';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { LoadingState } from '../../ui/states.tsx';
import { closeRunDialog, runDialog, type RunRequest } from './run-dialog-store.ts';
import { useTarget } from './use-target.ts';

const RunForm = lazyComponent(() => import('./RunForm.tsx').then((file) => file.RunForm));

/** Loads the form that runs are started with. */
export const { prefetch: prefetchRunForm } = RunForm;

/** The form that runs a task or runbook; stands once in the application, opened by `openRunDialog`. */
export function RunDialog() {
  const request = useStore(runDialog, (state) => state.request);
  return (
    <Modal opened={request !== undefined} onClose={closeRunDialog} title={<RunTitle request={request} />} size="lg">
      {request !== undefined && (
        <Suspense fallback={<LoadingState />}>
          <RunForm key={JSON.stringify(request)} request={request} />
        </Suspense>
      )}
    </Modal>
  );
}

function RunTitle({ request }: { request: RunRequest | undefined }) {
  const target = useTarget(request);
  return <>Run {target?.name ?? target?.slug ?? ''}</>;
}
