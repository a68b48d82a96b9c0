import { Suspense } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../ui/layout/Dialog.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { closeRunDialog, runDialog, type RunRequest } from './run-dialog-store.ts';
import { RunForm } from './lazy-run-form.ts';
import { useTarget } from './use-target.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** The dialog that runs a task or runbook. Rendered once; opened by `openRunDialog`. */
export function RunDialog() {
  const request = useStore(runDialog, (state) => state.request);
  return (
    <Dialog opened={request !== undefined} onClose={closeRunDialog} title={<RunTitle request={request} />} size="lg">
      {request !== undefined && (
        <Suspense fallback={<LoadingState />}>
          <RunForm key={JSON.stringify(request)} request={request} />
        </Suspense>
      )}
    </Dialog>
  );
}

function RunTitle({ request }: { request: RunRequest | undefined }) {
  const target = useTarget(request);
  return <>Run {stripBidiControls(target?.name ?? target?.slug ?? '')}</>;
}
