import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { megabytes } from '../../../shared/values/messages.ts';
import { notify, useAction } from '../../core/data/action.ts';
import { type InfoItem, useHangar } from '../../core/data/hangar.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { CopiedFact, CopiedText, Section } from './Section.tsx';
import classes from './settings.module.css';

/** Address, folders and version; read-only, since flags set them at the start. */
export function ServerFacts({ info: { url, data, workspace, version, usage } }: { info: InfoItem }) {
  return (
    <Section title="Server">
      <Facts>
        <CopiedFact name="Base URL" text={url} label="Copy the base URL" />
        <Fact name="Data folder">
          {data === '' ? 'In memory: runs are lost when Hangar stops.' : <Path path={data} of="data folder" />}
        </Fact>
        <Fact name="Workspace file">
          {workspace === '' ? 'In memory' : <Path path={workspace} of="workspace file" />}
          {workspace !== '' && data === '' && <span>Read only: changes are lost when Hangar stops.</span>}
        </Fact>
        <MemoryFacts usage={usage} />
        <Fact name="Version">
          <code>{version}</code>
        </Fact>
      </Facts>
      <p className={classes['hint']}>
        Set with the flags <code className="mono">--host</code>, <code className="mono">--port</code>,{' '}
        <code className="mono">--data</code> and <code className="mono">--workspace</code>.{' '}
        <DocsLink href="/docs/command-line.html">Command line</DocsLink>
      </p>
    </Section>
  );
}

/** Memory in use, as of the opening of the page. */
function MemoryFacts({ usage: { state, uploads, traffic } }: Pick<InfoItem, 'usage'>) {
  const { info } = useHangar().collections;
  useEffect(() => void info.reload(), [info]);
  return (
    <>
      <Fact name="Memory">
        {megabytes(state.bytes)} of {megabytes(state.maxBytes)} for runs, sessions and prompts
      </Fact>
      <Fact name="Traffic log">
        {megabytes(traffic.bytes)} of {megabytes(traffic.maxBytes)}
      </Fact>
      <Fact name="Uploaded files">{megabytes(uploads.bytes)}</Fact>
    </>
  );
}

function Path({ path, of }: { path: string; of: string }) {
  const { desktop } = useHangar();
  const reveal = useAction(async () => {
    if (!((await desktop?.reveal(path)) ?? false)) notify(`${path} does not exist yet`);
  });
  return (
    <>
      <CopiedText text={path} label={`Copy the path of the ${of}`} />
      {desktop !== undefined && (
        <Button size="compact-xs" onClick={() => void reveal.run()} aria-label={`Show in folder: the ${of}`}>
          Show in folder
        </Button>
      )}
    </>
  );
}
