import { Component, type ReactNode, useEffect } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { EmptyState } from '../ui/text/states.tsx';
import { features } from './features.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { MissingCode } from './MissingCode.tsx';
import { Navigation } from './Navigation.tsx';
import { OpenFiles } from './OpenFiles.tsx';
import { ShellCommands } from './ShellCommands.tsx';
import classes from './Shell.module.css';
import { useAnnouncements, useAttention } from './announce.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { DocsLink } from '../ui/text/shown-text.tsx';
import { PageCommands } from '../core/commands/commands.ts';
import { useConnection, useHangar } from '../core/data/hangar.ts';

/** Navigation, header, the current page and footer, with global shortcuts and commands. */
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
        <div className="fill">
          <PageBoundary>
            <PageCommands value={true}>
              <Pages />
            </PageCommands>
          </PageBoundary>
        </div>
        <ConnectionNotice />
        <MissingCode />
      </main>
      <Footer />
      <ShellCommands />
      <OpenFiles />
      {features.map(({ name, Commands }) => Commands !== undefined && <Commands key={name} />)}
    </div>
  );
}

function Pages() {
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
        <VisuallyHidden component="h1">Page not found</VisuallyHidden>
        <EmptyState title="No page at this address" action={<Link href="/overview">Go to the overview</Link>}>
          Press Ctrl K to find a page, a run or a task by its name or ID.
        </EmptyState>
      </Route>
    </Switch>
  );
}

/** Notices while there is no event stream. */
const NOTICES = {
  lost: {
    tone: 'bad',
    title: 'Disconnected.',
    text: 'Hangar does not respond. Reconnecting… Data may be outdated; your input is kept.',
  },
  locked: {
    tone: 'wait',
    title: 'Locked.',
    text: 'Hangar requires its admin token. Your input is kept.',
  },
} as const;

/** A notice that the data may be outdated. Below the page, so that it moves nothing. */
function ConnectionNotice() {
  const connection = useConnection();
  if (connection !== 'lost' && connection !== 'locked') return null;
  const { tone, title, text } = NOTICES[connection];
  return (
    <p role="alert" className={classes['notice']} data-tone={tone}>
      <strong>{title}</strong> {text}
    </p>
  );
}

/** Error boundary of a page; navigating to another page resets it. */
function PageBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path.split('/')[1] ?? ''}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        <PageHeader title="Page failed" />
        <EmptyState
          title="Unexpected error"
          action={<Button onClick={() => this.setState({ error: undefined })}>Try again</Button>}
        >
          {error.message} <DocsLink href="/docs/troubleshooting.html">Troubleshooting</DocsLink>
        </EmptyState>
      </>
    );
  }
}

/** Asks before closing the window if a draft could not be persisted. */
function useClosingGuard(): void {
  const { drafts } = useHangar();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (drafts.hasUnpersisted()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [drafts]);
}
