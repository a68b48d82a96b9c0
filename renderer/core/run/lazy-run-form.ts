import { lazyComponent } from '../../ui/lazy-component.ts';

/** The form that runs a task or runbook, loaded on first use. */
export const RunForm = lazyComponent(() => import('./RunForm.tsx').then((file) => file.RunForm));
