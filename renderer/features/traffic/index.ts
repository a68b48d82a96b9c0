import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Traffic page. */
export const traffic: Feature = {
  name: 'Traffic',
  path: '/traffic',
  section: '',
  key: 'F',
  Page: lazyComponent(() => import('./TrafficPage.tsx').then((file) => file.TrafficPage)),
};
