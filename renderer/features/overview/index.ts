import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Overview page. */
export const overview: Feature = {
  name: 'Overview',
  path: '/overview',
  section: '',
  key: 'O',
  Page: lazyComponent(() => import('./OverviewPage.tsx').then((file) => file.OverviewPage)),
};
