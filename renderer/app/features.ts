import {
  ActivityIcon,
  ArrowLeftRightIcon,
  BlocksIcon,
  BookOpenIcon,
  DatabaseIcon,
  FlaskConicalIcon,
  KeyRoundIcon,
  LayersIcon,
  LayoutDashboardIcon,
  ListChecksIcon,
  MessageCircleQuestionMarkIcon,
  RadarIcon,
  SettingsIcon,
  UsersIcon,
  WebhookIcon,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import type { Hangar } from '../core/data/hangar.ts';
import { prefetchPromptForm } from '../core/prompt/PromptCard.tsx';
import { PromptCommands, usePromptCount } from '../features/prompts/prompt-commands.ts';
import { useFailedCount } from '../features/tests/failed-count.ts';
import { SettingsCommands } from '../features/settings/SettingsCommands.tsx';
import { LoadingState } from '../ui/text/states.tsx';
import type { Tone } from '../ui/text/status.ts';
import { lazyComponent, type LazyComponent } from '../ui/deferred-code.ts';

/** The headings of the navigation, in order; '' is above them all. */
export const SECTIONS = ['', 'Watch', 'Author', 'Workspace'] as const;

/** A page of the window: a folder in features/ and an entry below. */
export interface Feature {
  /** The name in the navigation and in the document's title. */
  readonly name: string;
  /** The URL, such as `/runs`. All paths below it belong to it. */
  readonly path: string;
  readonly section: (typeof SECTIONS)[number];
  readonly icon: LucideIcon;
  /** The second key of its shortcut `G …`. */
  readonly key: string;
  /** The component of the page, which reads the path below from the URL. */
  readonly Page: LazyComponent<object>;
  /** Loads the rows of its list without filters. */
  readonly loadRows?: (hangar: Hangar) => Promise<void>;
  /** True when parts of the page have filters of their own. */
  readonly hasParts?: boolean;
  /** True when an item takes the place of the list. The top bar then leads back to it. */
  readonly hasEditor?: boolean;
  /** A hook for the number beside its link; 0 shows nothing. */
  readonly useBadge?: () => number;
  /** Tone of that number; `wait` when absent. */
  readonly badgeTone?: Tone;
  /** A component that registers commands available on every page, and renders nothing but their dialogs. */
  readonly Commands?: ComponentType;
}

/** All pages, in the order of the navigation. */
export const features: readonly Feature[] = [
  page({ name: 'Overview', section: '', key: 'O', icon: LayoutDashboardIcon }, () =>
    import('../features/overview/OverviewPage.tsx').then((file) => file.OverviewPage),
  ),
  {
    ...page({ name: 'Traffic', section: '', key: 'F', icon: ArrowLeftRightIcon }, () =>
      import('../features/traffic/TrafficPage.tsx').then((file) => file.TrafficPage),
    ),
    loadRows: (hangar) => import('../features/traffic/use-traffic-log.ts').then((file) => file.loadTraffic(hangar)),
  },
  {
    ...page({ name: 'Runs', section: 'Watch', key: 'R', icon: ActivityIcon }, () =>
      import('../features/runs/RunsPage.tsx').then((file) => file.RunsPage),
    ),
    loadRows: (hangar) => import('../features/runs/RunsPage.tsx').then((file) => file.loadRuns(hangar)),
  },
  {
    ...page({ name: 'Sessions', section: 'Watch', key: 'S', icon: ListChecksIcon }, () =>
      import('../features/runs/SessionsPage.tsx').then((file) => file.SessionsPage),
    ),
    loadRows: (hangar) => import('../features/runs/SessionsPage.tsx').then((file) => file.loadSessions(hangar)),
  },
  {
    ...page({ name: 'Prompts', section: 'Watch', key: 'P', icon: MessageCircleQuestionMarkIcon }, () => {
      // Every prompt needs the form.
      void prefetchPromptForm();
      return import('../features/prompts/PromptsPage.tsx').then((file) => file.PromptsPage);
    }),
    useBadge: usePromptCount,
    Commands: PromptCommands,
  },
  {
    ...page({ name: 'Tests', section: 'Watch', key: 'Y', icon: FlaskConicalIcon }, () =>
      import('../features/tests/TestsPage.tsx').then((file) => file.TestsPage),
    ),
    useBadge: useFailedCount,
    badgeTone: 'bad',
  },
  page({ name: 'Explore', section: 'Watch', key: 'X', icon: RadarIcon }, () =>
    import('../features/explore/ExplorePage.tsx').then((file) => file.ExplorePage),
  ),
  {
    ...page({ name: 'Tasks', section: 'Author', key: 'T', icon: BlocksIcon }, () =>
      import('../features/tasks/TasksPage.tsx').then((file) => file.TasksPage),
    ),
    hasEditor: true,
  },
  {
    ...page({ name: 'Runbooks', section: 'Author', key: 'B', icon: BookOpenIcon }, () =>
      import('../features/runbooks/RunbooksPage.tsx').then((file) => file.RunbooksPage),
    ),
    hasEditor: true,
  },
  page({ name: 'Resources', section: 'Author', key: 'D', icon: DatabaseIcon }, () =>
    import('../features/resources/ResourcesPage.tsx').then((file) => file.ResourcesPage),
  ),
  page({ name: 'Webhooks', section: 'Author', key: 'W', icon: WebhookIcon }, () =>
    import('../features/webhooks/WebhooksPage.tsx').then((file) => file.WebhooksPage),
  ),
  page({ name: 'Environments', section: 'Workspace', key: 'E', icon: LayersIcon }, () =>
    import('../features/environments/EnvironmentsPage.tsx').then((file) => file.EnvironmentsPage),
  ),
  {
    ...page({ name: 'Team', section: 'Workspace', key: 'M', icon: UsersIcon }, () =>
      import('../features/team/TeamPage.tsx').then((file) => file.TeamPage),
    ),
    hasParts: true,
  },
  page({ name: 'API keys', section: 'Workspace', key: 'A', icon: KeyRoundIcon }, () =>
    import('../features/api-keys/ApiKeysPage.tsx').then((file) => file.ApiKeysPage),
  ),
  {
    ...page({ name: 'Settings', section: 'Workspace', key: 'C', icon: SettingsIcon }, () =>
      import('../features/settings/SettingsPage.tsx').then((file) => file.SettingsPage),
    ),
    Commands: SettingsCommands,
  },
];

function page(
  entry: Pick<Feature, 'name' | 'section' | 'key' | 'icon'>,
  load: () => Promise<ComponentType<object>>,
): Feature {
  return { ...entry, path: `/${entry.name.toLowerCase().replace(' ', '-')}`, Page: lazyComponent(load, LoadingState) };
}

/** Loads the code of a page, and the rows that it shows first. */
export function loadFeature({ Page, loadRows }: Feature, hangar: Hangar): Promise<void> {
  return Page.prefetch().then(() => loadRows?.(hangar));
}

/** The feature of the current URL. */
export function useCurrentFeature(): Feature | undefined {
  const [here] = useLocation();
  return features.find(({ path }) => here === path || here.startsWith(`${path}/`));
}
