import { DefinitionPlace } from '../../authoring/editor/DefinitionPlace.tsx';
import { taskKind } from './task-kind.ts';

/** `/tasks`, `/tasks/new` and `/tasks/:id/:tab`. */
export function TasksPage() {
  return <DefinitionPlace kind={taskKind} />;
}
