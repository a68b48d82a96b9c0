import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { notify, useAction } from '../../core/action.ts';
import { useInfo } from '../../core/data.ts';
import { useHangar } from '../../core/hangar.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** Where Hangar listens and keeps things: chosen when it starts, so only shown. */
export function ServerFacts() {
  const info = useInfo();
  if (info === undefined) return null;
  const { url, data, workspace, version } = info;
  const { hostname, port, protocol } = new URL(url);
  return (
    <Section title="Server">
      <dl className={classes['facts']}>
        <Fact name="Base URL">
          <code>{url}</code>
          <CopyButton value={url} label="Copy the base URL" short="Copy" />
        </Fact>
        <Fact name="Host">
          <code>{hostname}</code>
        </Fact>
        <Fact name="Port">
          <code>{port === '' ? (protocol === 'https:' ? '443' : '80') : port}</code>
        </Fact>
        <Fact name="Data folder">
          {data === '' ? (
            'None: runs are kept in memory and gone when Hangar stops.'
          ) : (
            <Path path={data} of="data folder" />
          )}
        </Fact>
        <Fact name="Workspace file">
          {workspace === '' ? 'None: definitions are kept in memory.' : <Path path={workspace} of="workspace file" />}
          {workspace !== '' && data === '' && (
            <span>Read, never written: what you change here is gone when Hangar stops.</span>
          )}
        </Fact>
        <Fact name="Version">
          <code>{version}</code>
        </Fact>
      </dl>
      <p className={classes['hint']}>
        These are chosen when Hangar starts: <code className="mono">--host</code>, <code className="mono">--port</code>,{' '}
        <code className="mono">--data</code> and <code className="mono">--workspace</code>.
      </p>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Path({ path, of }: { path: string; of: string }) {
  const { desktop } = useHangar();
  const reveal = useAction(async () => {
    if (!((await desktop?.reveal(path)) ?? false)) notify(`There is nothing at ${path} yet.`);
  });
  return (
    <>
      <code>{path}</code>
      <CopyButton value={path} label={`Copy the path of the ${of}`} short="Copy" />
      {desktop !== undefined && (
        <Button size="compact-xs" onClick={() => void reveal.run()} aria-label={`Show in folder: the ${of}`}>
          Show in folder
        </Button>
      )}
    </>
  );
}
