import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Settings. */
export const settings: Feature = {
  name: 'Settings',
  path: '/settings',
  section: 'Workspace',
  key: 'C',
  Page: lazyPage(() => import('./SettingsPage.tsx').then((file) => file.SettingsPage)),
};
