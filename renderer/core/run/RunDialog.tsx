import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Dialog } from '../../ui/layout/Dialog.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { useTarget } from './run-target.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import type { JsonObject } from '../../../shared/values/json.ts';
import { lazyComponent } from '../../ui/deferred-code.ts';

/** The dialog that runs a task or runbook. Rendered once; opened by `openRunDialog`. */
export function RunDialog() {
  const request = useStore(runDialog, (state) => state.request);
  return (
    <Dialog opened={request !== undefined} onClose={closeRunDialog} title={<RunTitle request={request} />} size="lg">
      {request !== undefined && <RunForm key={JSON.stringify(request)} request={request} />}
    </Dialog>
  );
}

function RunTitle({ request }: { request: RunRequest | undefined }) {
  const target = useTarget(request);
  return <>Run {stripBidiControls(target?.name ?? target?.slug ?? '')}</>;
}

/** The task or runbook to run, and the initial values. */
export interface RunRequest {
  readonly kind: 'task' | 'runbook';
  /** The ID or slug. */
  readonly id: string;
  readonly paramValues?: JsonObject;
  /** The slug; the default environment when absent. */
  readonly environment?: string;
  readonly resources?: Readonly<Record<string, string>>;
  /** ID of the run that the new one repeats. */
  readonly repeats?: string;
}

/** The request of the open dialog; undefined while it is closed. */
const runDialog = createStore<{ request: RunRequest | undefined }>(() => ({ request: undefined }));

/** Opens the dialog that runs a task or runbook. */
export function openRunDialog(request: RunRequest): void {
  runDialog.setState({ request });
}

/** Closes the dialog. Its input is kept. */
export function closeRunDialog(): void {
  runDialog.setState({ request: undefined });
}

/** The form that runs a task or runbook, loaded on first use. */
export const RunForm = lazyComponent(
  () => import('./RunForm.tsx').then((file) => file.RunForm),
  () => <LoadingState />,
);
