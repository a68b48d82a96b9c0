import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Runs page. */
export const runs: Feature = {
  name: 'Runs',
  path: '/runs',
  section: 'Watch',
  key: 'R',
  Page: lazyComponent(() => import('./RunsPage.tsx').then((file) => file.RunsPage)),
};
