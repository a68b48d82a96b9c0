import type { JsonObject } from '../../../shared/values/json.ts';
import { Environment } from '../../../shared/model/workspace.ts';
import { objectOf } from '../../authoring/context/json-path.ts';
import type { Problem } from '../../authoring/context/problem.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import type { EnvironmentItem } from '../../core/hangar.ts';
import type { RecordKind } from '../../authoring/records/record-kind.ts';
import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { counted } from '../../ui/counted.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useEnvironmentDeletionImpact } from './environment-deletion-impact.ts';
import { EnvironmentFields } from './EnvironmentFields.tsx';

/** `/environments`, `/environments/new` and `/environments/:id`. */
export function EnvironmentsPage() {
  return <RecordPage kind={environmentKind} />;
}

const environmentKind: RecordKind<EnvironmentItem> = {
  noun: 'environment',
  collection: 'environments',
  name: 'Environments',
  path: '/environments',
  schema: Environment,
  blank: { slug: '', default: false, config: {} },
  summarize: ({ name, slug, config, default: isDefault }) => ({
    title: name ?? slug,
    marks: isDefault ? ['default'] : [],
    note: `${slug} · ${counted(Object.keys(config).length, 'config value')}`,
  }),
  titleOf: nameOrSlug,
  badgeOf: (value) => value['default'] === true && <ToneBadge tone="ok">default</ToneBadge>,
  check: environmentProblems,
  renameNote: ({ slug }) => `Webhook URLs contain the slug: those with “${slug}” stop working.`,
  undeletableReason: (items) => (items.length === 1 ? 'The last environment cannot be deleted.' : ''),
  useDeletionImpact: useEnvironmentDeletionImpact,
  Fields: EnvironmentFields,
  emptyText: (
    <>
      Requests select an environment. Each has its own config values.{' '}
      <DocsLink href="/docs/workspace-file.html#example">Example</DocsLink>
    </>
  ),
  placeholderText: 'Shows its name and config values.',
};

function environmentProblems(value: JsonObject): readonly Problem[] {
  const nameless = Object.keys(objectOf(value['config'])).filter((name) => name.trim() === '');
  return nameless.map((name) => ({ path: ['config', name], text: 'is required', severity: 'error', isMissing: true }));
}
