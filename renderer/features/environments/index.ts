import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Environments page. */
export const environments: Feature = {
  name: 'Environments',
  path: '/environments',
  section: 'Workspace',
  key: 'E',
  Page: lazyComponent(() => import('./EnvironmentsPage.tsx').then((file) => file.EnvironmentsPage)),
};
