import { DefinitionPage } from '../../authoring/editor/DefinitionPage.tsx';
import { taskKind } from './task-kind.ts';

/** `/tasks`, `/tasks/new` and `/tasks/:id/:tab`. */
export function TasksPage() {
  return <DefinitionPage kind={taskKind} />;
}
