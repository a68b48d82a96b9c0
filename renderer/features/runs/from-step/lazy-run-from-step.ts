import { lazyComponent } from '../../../ui/lazy-component.ts';

/** The dialog that runs a task again from a step, loaded on first use. */
export const LazyRunFromStep = lazyComponent(() =>
  import('./RunFromStepDialog.tsx').then((file) => file.RunFromStepDialog),
);
