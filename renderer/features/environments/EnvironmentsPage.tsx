import { LayersIcon } from 'lucide-react';
import { Textarea } from '@mantine/core';
import { kindOf } from '../../authoring/editor/use-editing.ts';
import { Environment } from '../../../shared/model/workspace.ts';
import { type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../../authoring/context/problem.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import { type EnvironmentItem, useDefaultEnvironment } from '../../core/data/hangar.ts';
import { type RecordKind, RecordPage } from '../../authoring/records/RecordPage.tsx';
import { counted, listed, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { webhooksOf } from '../../../shared/model/task.ts';
import { unfinishedRunsText, useUnfinishedRunCount, usagesOf, usageText } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { CheckField } from '../../authoring/fields/fields.tsx';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { typeLabel } from '../../authoring/context/parameter-type.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';

/** `/environments`, `/environments/new` and `/environments/:id`. */
export function EnvironmentsPage() {
  return <RecordPage kind={environmentKind} />;
}

const environmentKind: RecordKind<EnvironmentItem> = {
  ...kindOf('environments'),
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
  icon: LayersIcon,
  emptyText: 'Requests select an environment, which has its own config values.',
};

function environmentProblems(value: JsonObject): readonly Problem[] {
  const nameless = Object.keys(objectOf(value['config'])).filter((name) => name.trim() === '');
  return nameless.map((name) => ({ path: ['config', name], text: 'is required', severity: 'error', isMissing: true }));
}

/** Returns a function that describes the effects of deleting an environment on webhook URLs, unfinished runs and API keys. */
function useEnvironmentDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: EnvironmentItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = definitions.tasks.flatMap((task) => Object.keys(webhooksOf(task)));
    const keys = usagesOf('environment', item, definitions).filter(
      ({ id, paths }) => definitions.apiKeys.find((key) => key.id === id)?.environments?.length === paths.length,
    );
    const [next] = definitions.environments.filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0 ? [] : [webhookImpact(webhooks)]),
      ...unfinishedRunsText(await countUnfinishedRuns({ environment: item.slug }), 'run', 'its config values'),
      ...usageText(
        keys,
        (names) => `Requests with the API key ${names} will be rejected: it is limited to this environment.`,
      ),
      ...(item.default && next !== undefined ? [`“${next.name ?? next.slug}” becomes the default.`] : []),
    ];
  };
}

function webhookImpact(slugs: readonly string[]): string {
  const [first = '', ...others] = slugs;
  if (others.length === 0) return `The URL of the webhook ${first} in this environment stops working.`;
  return `The URLs of the webhooks ${listed(slugs)} in this environment stop working.`;
}

/** Name, slug, default flag and config values of an environment. */
function EnvironmentFields({ item }: { item: EnvironmentItem | undefined }) {
  return (
    <>
      <NamedFields
        at={[]}
        slugHint="Selects the environment in requests: X-Service-Env-Slug."
        isSaved={item !== undefined}
      />
      <DefaultField item={item} />
      <fieldset className={authoring['group']}>
        <legend>Config values</legend>
        <MapField
          path={['config']}
          noun="Config value"
          nameLabel="Name"
          updatesReferences
          renderValue={({ label, value, set }) => (
            <Textarea
              aria-label={`Value of ${label}`}
              placeholder="Value"
              value={textOf(value)}
              autosize
              minRows={1}
              spellCheck={false}
              styles={{ input: { font: 'var(--h-t-mono)', paddingBlock: 3 } }}
              onChange={(event) => set(event.currentTarget.value)}
            />
          )}
        />
        <p className="quiet">
          Read as <code className="mono">config.NAME</code>, or selected by a parameter of the type “
          {typeLabel('configvar')}”.
        </p>
      </fieldset>
    </>
  );
}

/** The default flag. It cannot be cleared, only set on another environment. */
function DefaultField({ item }: { item: EnvironmentItem | undefined }) {
  const present = useDefaultEnvironment();
  const isChosen = useField(['default']).value === true;
  if (item !== undefined && present?.id === item.id && (isChosen || !item.default)) {
    return (
      <p className="quiet">This is the default environment. To change it, make another environment the default.</p>
    );
  }
  return (
    <CheckField
      path={['default']}
      label="Default environment"
      hint={`Used by requests without an environment. Replaces ${stripBidiControls(present?.name ?? present?.slug ?? 'the current one')}.`}
    />
  );
}
