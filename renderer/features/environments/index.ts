import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Environments. */
export const environments: Feature = {
  name: 'Environments',
  path: '/environments',
  section: 'Workspace',
  key: 'E',
  Page: lazyPage(() => import('./EnvironmentsPage.tsx').then((file) => file.EnvironmentsPage)),
};
