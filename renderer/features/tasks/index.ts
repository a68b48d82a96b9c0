import type { Feature } from '../../core/feature.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

/** The Tasks page. */
export const tasks: Feature = {
  name: 'Tasks',
  path: '/tasks',
  section: 'Author',
  key: 'T',
  Page: lazyComponent(() => import('./TasksPage.tsx').then((file) => file.TasksPage)),
};
