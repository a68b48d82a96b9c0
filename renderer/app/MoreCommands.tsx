import { type Command, useCommands } from '../core/commands.ts';
import { useApiKeys, useGroups, usePrompts, useUsers, useWebhooks } from '../core/data.ts';
import { useApi } from '../core/hangar.ts';
import { useQuery } from '../core/query.ts';
import { useNavigate } from '../core/url.ts';

/** How many of the latest runs and sessions are offered by name; older ones are found by their ID. */
const LATEST = '30';

/** Where an ID leads, by how it begins. */
const PLACES: Readonly<Record<string, readonly [noun: string, path: string]>> = {
  run: ['run', '/runs'],
  ses: ['session', '/sessions'],
  pmt: ['prompt', '/prompts'],
  trf: ['request', '/traffic'],
};

/** While the palette is open: everything else that one may go to. Loaded then, since there may be much of it. */
export function MoreCommands({ text }: { text: string }) {
  const navigate = useNavigate();
  const open = ({ noun, path, name, keywords }: Target): Command => ({
    id: `open-${path}`,
    title: `Open ${noun} ${name}`,
    group: 'Open',
    keywords,
    inMenu: false,
    run: () => navigate(path),
  });
  const id = text.trim();
  const [noun, place] = PLACES[id.slice(0, 3)] ?? ['', ''];
  const isID = place !== '' && /^[a-z]{3}\d[\da-z]{6,}$/.test(id);
  useCommands([
    ...[...useTeam(), ...useLatest()].map(open),
    ...(isID ? [open({ noun, path: `${place}/${id}`, name: id, keywords: id })] : []),
  ]);
  return null;
}

/** Something to go to. */
interface Target {
  readonly noun: string;
  readonly path: string;
  readonly name: string;
  readonly keywords: string;
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
    ...keys.map(({ id, name }) => ({ noun: 'API key', path: `/team/keys/${id}`, name: name || id, keywords: id })),
    ...[...slugs].map(([path, { webhook, taskSlug, taskID }]) => {
      return { noun: 'webhook', path: `/webhooks/${path}`, name: webhook, keywords: `${taskSlug} ${taskID}` };
    }),
  ];
}

function useLatest(): readonly Target[] {
  const api = useApi();
  const prompts = usePrompts().items;
  const runs = useQuery('palette runs', () => api.runs.list({ query: { limit: LATEST } })).data?.runs ?? [];
  const sessions = useQuery('palette sessions', () => api.sessions.list({ query: { limit: LATEST } })).data;
  return [
    ...prompts.map(({ prompt: { id, description }, name, taskSlug }) => {
      return { noun: 'prompt', path: `/prompts/${id}`, name: description || name, keywords: `${taskSlug} ${id}` };
    }),
    ...runs.map(({ id, name, taskSlug }) => {
      return { noun: 'run', path: `/runs/${id}`, name: `${name || taskSlug} · ${id}`, keywords: taskSlug };
    }),
    ...(sessions?.sessions ?? []).map(({ session: { id, name }, runbookSlug }) => {
      return { noun: 'session', path: `/sessions/${id}`, name: `${name} · ${id}`, keywords: runbookSlug };
    }),
  ];
}
