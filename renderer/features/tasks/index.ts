import { type Feature, lazyPage } from '../../core/feature.ts';

/** The place Tasks: where automations are authored. */
export const tasks: Feature = {
  name: 'Tasks',
  path: '/tasks',
  section: 'Author',
  key: 'T',
  Page: lazyPage(() => import('./TasksPage.tsx').then((file) => file.TasksPage)),
};
