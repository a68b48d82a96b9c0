import { Button } from '@mantine/core';
import type { OpenBundle } from '../../../shared/contract/emulator/archive.ts';
import { useAction } from '../../core/data/action.ts';
import { useHangar, useInfo } from '../../core/data/hangar.ts';
import { counted, listed, DocsLink } from '../../ui/text/shown-text.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { localTime } from '../../ui/text/time.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** The open bundle: its origin, its content, and its omissions. Renders nothing without one. */
export function BundleSection() {
  const bundle = useInfo()?.bundle;
  return bundle === undefined ? null : <Bundle bundle={bundle} />;
}

function Bundle({ bundle }: { bundle: OpenBundle }) {
  const { file, createdAt, hangar, runs, requests, findings, omitted } = bundle;
  const { cut, leftOut } = omitted;
  const masked = Object.entries(omitted.masked).map(([kind, count]) => counted(count, SECRETS[kind] ?? kind));
  return (
    <Section title="Open bundle">
      <Facts>
        <Fact name="File">
          <code>{file}</code>
        </Fact>
        {hangar !== '' && (
          <Fact name="Created">
            {createdAt !== '' && localTime(createdAt)} by Hangar {hangar}
          </Fact>
        )}
        <Fact name="Content">
          {listed([counted(runs, 'run'), counted(requests, 'request'), counted(findings, 'finding')])}
        </Fact>
        <Fact name="Masked">{masked.length === 0 ? 'No secrets' : listed(masked)}</Fact>
        <Fact name="Shortened">
          {listed(present([cut.bodies, 'body', 'bodies'], [cut.texts, 'text'])) || 'Nothing'}
        </Fact>
        <Fact name="Omitted">
          {listed(
            present(
              [leftOut.uploads, 'uploaded file'],
              [leftOut.secrets, 'generated secret'],
              [leftOut.requests, 'earlier request'],
              [leftOut.defaults, 'secret default'],
              [leftOut.sandboxes, 'sandbox', 'sandboxes'],
            ),
          ) || 'Nothing'}
        </Fact>
      </Facts>
      <Closing isMasked={masked.length > 0} />
    </Section>
  );
}

function Closing({ isMasked }: { isMasked: boolean }) {
  const { desktop } = useHangar();
  const close = useAction(() => Promise.resolve(desktop?.closeBundle()));
  return (
    <>
      <p className={classes['hint']}>
        Changes are not saved. Unfinished runs are held until you release them.{' '}
        {isMasked && 'Masked secrets are lost for good: what goes on has placeholders in their place. '}
        {desktop === undefined && (
          <>
            To close it, restart Hangar without <code className="mono">--bundle</code>.{' '}
          </>
        )}
        <DocsLink href="/docs/bundles.html">About bundles</DocsLink>
      </p>
      {desktop !== undefined && (
        <Button mt="sm" loading={close.busy} onClick={() => void close.run()}>
          Close bundle
        </Button>
      )}
    </>
  );
}

/** Names of the kinds of masked secrets. */
const SECRETS: Readonly<Record<string, string>> = {
  'api-key': 'API key',
  'admin-token': 'admin token',
  webhook: 'webhook URL',
  definition: 'definition secret',
  credential: 'credential',
  'private-key': 'private key',
  value: 'value',
};

function present(...rows: readonly (readonly [count: number, one: string, many?: string])[]): string[] {
  return rows.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
}
