import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Resources page. */
export const resources: Feature = {
  name: 'Resources',
  path: '/resources',
  section: 'Author',
  key: 'D',
  Page: lazyComponent(() => import('./ResourcesPage.tsx').then((file) => file.ResourcesPage)),
};
