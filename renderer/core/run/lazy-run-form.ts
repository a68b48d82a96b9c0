import { lazyComponent } from '../../ui/lazy-component.ts';

/** The form that runs are started with, loaded when it is first shown. */
export const RunForm = lazyComponent(() => import('./RunForm.tsx').then((file) => file.RunForm));
