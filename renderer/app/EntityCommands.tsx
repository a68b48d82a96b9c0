import { useEffect } from 'react';
import { questionTitle, runTitle } from '../../shared/model/titles.ts';
import { type Command, useCommands } from '../core/commands/commands.ts';
import {
  useApi,
  useApiKeys,
  useEnvironments,
  useGroups,
  usePrompts,
  useResources,
  useRunbooks,
  useTasks,
  useUsers,
  useWebhooks,
  useLiveQuery,
} from '../core/data/hangar.ts';
import { distinction, runStatus } from '../core/run/run-display.ts';
import { openRunDialog } from '../core/run/RunDialog.tsx';
import { useNavigate } from '../core/page/page.ts';
import { notifyError } from '../core/data/action.ts';
import { useHoldNext } from '../core/held/HeldRequestsChip.tsx';
import { useUndoable } from '../core/undo/undo.tsx';

interface Named {
  readonly id: string;
  readonly slug: string;
  readonly name?: string | undefined;
}

/** An entity with a page. */
interface Target {
  readonly noun: string;
  readonly path: string;
  readonly name: string;
  readonly keywords: string;
}

/** Returns a function that makes the command to open an entity. Not in the native menu, which would become too long. */
function useOpenCommand(): (target: Target) => Command {
  const navigate = useNavigate();
  return ({ noun, path, name, keywords }) => ({
    ...{ id: `open-${path}`, title: `Open ${noun} ${name}`, group: 'Open', keywords, inMenu: false },
    run: () => navigate(path),
  });
}

/** Commands that open a definition, or run a task or runbook. */
export function EntityCommands() {
  const open = useOpenCommand();
  const tasks = useTasks().items;
  const runbooks = useRunbooks().items;
  const target =
    (noun: string) =>
    ({ id, slug, name = slug }: Named) =>
      open({ noun, path: `/${noun}s/${id}`, name, keywords: `${slug} ${id}` });
  const run =
    (kind: 'task' | 'runbook') =>
    ({ id, slug, name = slug }: Named): Command => ({
      ...{ id: `run-${id}`, title: `Run ${name}…`, group: 'Run', keywords: `${slug} ${id}`, inMenu: false },
      run: () => openRunDialog({ kind, id }),
    });
  useCommands([
    ...tasks.map(run('task')),
    ...runbooks.map(run('runbook')),
    ...tasks.map(target('task')),
    ...runbooks.map(target('runbook')),
    ...useResources().items.map(target('resource')),
    ...useEnvironments().items.map(target('environment')),
  ]);
  return null;
}

/** Number of latest runs and sessions with a command; older ones are found by ID. */
const LATEST = '30';

/** Page of an entity, by the prefix of its ID. */
const ID_PREFIXES: Readonly<Record<string, readonly [noun: string, path: string]>> = {
  run: ['run', '/runs'],
  ses: ['session', '/sessions'],
  pmt: ['prompt', '/prompts'],
  trf: ['request', '/traffic'],
};

interface MoreCommandsProps {
  /** Text of the search. */
  readonly text: string;
  /** Called once all commands are registered. */
  readonly onLoaded: () => void;
}

/** Commands that open other entities, and those of the lab. Mounted while the palette is open, since there can be many. */
export function MoreCommands({ text, onLoaded }: MoreCommandsProps) {
  const open = useOpenCommand();
  const id = text.trim();
  // Dates begin with a digit; requests have hexadecimal digits instead.
  const [noun, path] = ID_PREFIXES[id.slice(0, 3)] ?? ['', ''];
  const isID = path !== '' && /^(?:[a-z]{3}\d|trf[\da-f])[\da-z]{6,}$/.test(id);
  const latest = useLatest();
  const lab = useLabCommands();
  const named = [useTasks(), useRunbooks(), useResources(), useEnvironments(), useUsers(), useGroups(), useApiKeys()];
  const isLoaded = latest.loaded && lab.loaded && named.every(({ loaded, error }) => loaded || error !== '');
  useCommands([
    ...[...useTeam(), ...latest.targets].map(open),
    ...lab.commands,
    ...(isID ? [open({ noun, path: `${path}/${id}`, name: id, keywords: id })] : []),
  ]);
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded, onLoaded]);
  return null;
}

function useTeam(): readonly Target[] {
  const users = useUsers().items;
  const groups = useGroups().items;
  const keys = useApiKeys().items;
  const webhooks = useWebhooks().items;
  const slugs = new Map(webhooks.map((webhook) => [`${webhook.taskSlug}/${webhook.webhook}`, webhook]));
  return [
    ...users.map(({ id, name, email }) => {
      return { noun: 'user', path: `/team/users/${id}`, name: name ?? email, keywords: `${email} ${id}` };
    }),
    ...groups.map(({ id, slug, name }) => {
      return { noun: 'group', path: `/team/groups/${id}`, name: name ?? slug, keywords: `${slug} ${id}` };
    }),
    ...keys.map(({ id, name }) => ({ noun: 'API key', path: `/api-keys/${id}`, name: name || id, keywords: id })),
    ...[...slugs].map(([path, { webhook, taskSlug, taskID }]) => {
      return { noun: 'webhook', path: `/webhooks/${path}`, name: webhook, keywords: `${taskSlug} ${taskID}` };
    }),
  ];
}

function useLatest(): { readonly targets: readonly Target[]; readonly loaded: boolean } {
  const api = useApi();
  const prompts = usePrompts().items;
  const runs = useLiveQuery('palette runs', () => api.runs.list({ query: { limit: LATEST } }));
  const sessions = useLiveQuery('palette sessions', () => api.sessions.list({ query: { limit: LATEST } }));
  const targets = [
    ...prompts.map(({ prompt: { id, description }, name, taskSlug }) => {
      const asked = questionTitle(description) || name;
      return { noun: 'prompt', path: `/prompts/${id}`, name: asked, keywords: `${taskSlug} ${id}` };
    }),
    ...(runs.data?.runs ?? []).map((row) => {
      const text = `${runTitle(row)} · ${distinction(runStatus(row), row)}`;
      return { noun: 'run', path: `/runs/${row.id}`, name: text, keywords: `${row.taskSlug} ${row.id}` };
    }),
    ...(sessions.data?.sessions ?? []).map(({ session, runbookSlug }) => {
      const text = `${session.name} · ${distinction(session.status, session)}`;
      return { noun: 'session', path: `/sessions/${session.id}`, name: text, keywords: `${runbookSlug} ${session.id}` };
    }),
  ];
  return { targets, loaded: [runs, sessions].every(({ data, error }) => data !== undefined || error !== '') };
}

/** Commands that restore a checkpoint, hold the next execution of a task, and explore; and whether all are known. */
function useLabCommands(): { readonly commands: readonly Command[]; readonly loaded: boolean } {
  const api = useApi();
  const navigate = useNavigate();
  const undoable = useUndoable();
  const hold = useHoldNext();
  const tasks = useTasks();
  const checkpoints = useLiveQuery('palette checkpoints', async () => (await api.checkpoints.list()).items);
  const restore = (name: string) =>
    undoable(`Restored ${name}`, () => api.checkpoints.restore({ params: { name } })).catch(notifyError);
  const inPalette = { group: 'Lab', inMenu: false };
  return {
    loaded: checkpoints.error !== '' || checkpoints.data !== undefined,
    commands: [
      { ...inPalette, id: 'explore', title: 'Explore', keywords: 'faults search', run: () => navigate('/explore') },
      { ...inPalette, id: 'explore-new', title: 'Explore every fault', run: () => navigate('/explore/new') },
      ...(checkpoints.data ?? [])
        .filter(({ problem }) => problem === '')
        .map(({ name }) => ({
          ...{ ...inPalette, id: `restore-${name}`, title: `Restore checkpoint ${name}` },
          run: () => void restore(name),
        })),
      ...tasks.items.map(({ id, slug, name = slug }) => ({
        ...{ ...inPalette, id: `hold-${id}`, title: `Hold the next ${name}`, keywords: slug },
        run: () => void hold.run({ operation: 'tasks/execute', task: slug }),
      })),
    ],
  };
}
