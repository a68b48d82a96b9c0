import { DefinitionPage } from '../../authoring/editor/DefinitionPage.tsx';
import { runbookKind } from './runbook-kind.ts';

/** `/runbooks`, `/runbooks/new` and `/runbooks/:id/:tab`. */
export function RunbooksPage() {
  return <DefinitionPage kind={runbookKind} />;
}
