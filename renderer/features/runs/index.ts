import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The place Runs: the live list, and one run with everything about it. */
export const runs: Feature = {
  name: 'Runs',
  path: '/runs',
  section: 'Watch',
  key: 'R',
  Page: lazyComponent(() => import('./RunsPage.tsx').then((file) => file.RunsPage)),
};
