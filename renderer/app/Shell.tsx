import { Suspense } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useConnection } from '../core/data.ts';
import { EmptyState, LoadingState } from '../ui/states.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { features } from './features.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { MissingCode } from './MissingCode.tsx';
import { Navigation } from './Navigation.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { ShellCommands } from './ShellCommands.tsx';
import classes from './Shell.module.css';
import { useAnnouncements } from './announce.ts';
import { useAttention } from './attention.ts';
import { useClosingGuard } from './closing-guard.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Navigation, header, the place, footer; and what is there wherever one is. */
export function Shell() {
  useShortcuts();
  useAttention();
  useAnnouncements();
  useClosingGuard();
  return (
    <div className={classes['shell']}>
      <Navigation />
      <Header />
      <main className={classes['main']} id="main" tabIndex={-1}>
        <div className={classes['place']}>
          <PageBoundary>
            <Suspense fallback={<LoadingState />}>
              <Places />
            </Suspense>
          </PageBoundary>
        </div>
        <Disconnected />
        <MissingCode />
      </main>
      <Footer />
      <ShellCommands />
      {features.map(({ name, Commands }) => Commands !== undefined && <Commands key={name} />)}
    </div>
  );
}

function Places() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to={`/overview${location.search}`} replace />
      </Route>
      {features.map(({ path, Page }) => (
        <Route key={path} path={`${path}/*?`}>
          <Page />
        </Route>
      ))}
      <Route>
        <PageHeader title="Nothing here" />
        <EmptyState title="This address leads nowhere" action={<Link href="/overview">Go to the overview</Link>} />
      </Route>
    </Switch>
  );
}

/** What is said while the server tells nothing. */
const AWAY = {
  lost: {
    tone: 'bad',
    title: 'Disconnected.',
    text: 'Hangar does not answer; this window connects again by itself. What you see is from before, what you type is kept.',
  },
  locked: {
    tone: 'wait',
    title: 'Locked.',
    text: 'Hangar answers, but wants its admin token before it tells anything. What you type is kept.',
  },
} as const;

/** The server is away, or lets nobody in: what is shown is old, and typing loses nothing. Below the place, which it would move. */
function Disconnected() {
  const connection = useConnection();
  if (connection !== 'lost' && connection !== 'locked') return null;
  const { tone, title, text } = AWAY[connection];
  return (
    <p role="alert" className={classes['lost']} data-tone={tone}>
      <strong>{title}</strong> {text}
    </p>
  );
}
