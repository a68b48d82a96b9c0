import { AccessFields } from '../fields/AccessFields.tsx';
import { DetailsFields } from '../fields/DetailsFields.tsx';
import type { EditorTab } from './definition-kind.ts';
import { listOf } from '../../../shared/values/json.ts';
import { ParametersEditor } from '../fields/ParametersEditor.tsx';

/** The tabs of a task or a runbook: common ones around its own. `results` is the noun of its executions, such as `runs`. */
export function definitionTabs(noun: 'task' | 'runbook', results: string, own: readonly EditorTab[]): EditorTab[] {
  return [detailsTab(noun, own[0]?.label ?? ''), parametersTab(noun), ...own, accessTab(noun, results)];
}

/** The tab of name, slug and description; `next` is the label of the tab to continue with. */
function detailsTab(noun: 'task' | 'runbook', next: string): EditorTab {
  return {
    slug: 'details',
    label: 'Details',
    fields: ['name', 'slug', 'description', 'id'],
    Panel: () => <DetailsFields noun={noun} next={next} />,
  };
}

/** The tab of parameters. */
function parametersTab(noun: string): EditorTab {
  const empty = `Parameters are the input of the ${noun}; their form appears at the side.`;
  return {
    slug: 'parameters',
    label: 'Parameters',
    fields: ['parameters'],
    Panel: () => <ParametersEditor path={['parameters']} label="Parameters" noun="parameter" empty={empty} />,
    count: ({ parameters }) => listOf(parameters).length,
  };
}

/** The tab of permissions. */
function accessTab(noun: string, results: string): EditorTab {
  return {
    slug: 'access',
    label: 'Access',
    fields: ['isPrivate', 'permissions'],
    Panel: () => <AccessFields noun={noun} results={results} />,
  };
}
