import { DefinitionPlace } from '../../authoring/editor/DefinitionPlace.tsx';
import { runbookKind } from './runbook-kind.ts';

/** `/runbooks`, `/runbooks/new` and `/runbooks/:id/:tab`. */
export function RunbooksPage() {
  return <DefinitionPlace kind={runbookKind} />;
}
