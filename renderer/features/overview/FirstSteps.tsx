import { Button } from '@mantine/core';
import { CheckIcon, ZapIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { openFaults } from '../../core/faults/faults-panel.ts';
import { type InfoItem, useTraffic } from '../../core/data/hangar.ts';
import { useNavigate } from '../../core/page/url.ts';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { Address, ConnectHeading, Snippets } from './ConnectCard.tsx';
import classes from './Overview.module.css';

/** Before the first run: connecting a program in four steps. */
export function FirstSteps({ info }: { info: InfoItem }) {
  const navigate = useNavigate();
  return (
    <section className={classes['connect']} aria-labelledby="connect">
      <ConnectHeading />
      <ol className={classes['steps']}>
        <Step title="Point your program at Hangar">
          <Address info={info} />
        </Step>
        <Step title="Send a request">
          <Snippets info={info} />
        </Step>
        <Step title="Watch it arrive">
          <FirstRequest port={new URL(info.url).port} />
        </Step>
        <Step title="Break it on purpose">
          <p className={classes['break']}>
            <span>Lose an answer or limit the rate, and see what your program does.</span>
            <Button size="compact-sm" leftSection={<ZapIcon size={14} />} onClick={() => openFaults('footer')}>
              Open faults
            </Button>
            <Button size="compact-sm" onClick={() => navigate('/explore/new')}>
              Explore every fault
            </Button>
            <DocsLink href="/docs/lab.html">About the test lab</DocsLink>
          </p>
        </Step>
      </ol>
      <p className="quiet">
        Have task definitions? Serve their folder: <code className="mono">hangar serve --definitions DIR</code>{' '}
        <DocsLink href="/docs/definition-files.html">Definition files</DocsLink>
      </p>
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

/** Says that Hangar listens, then shows the first request of a program. */
function FirstRequest({ port }: { port: string }) {
  const first = useTraffic().items.at(-1);
  return (
    <p className={classes['arrival']} role="status" data-arrived={first !== undefined}>
      {first === undefined ? (
        `Listening on port ${port}. The first request appears here.`
      ) : (
        <>
          <CheckIcon size={14} />
          <Link href={`/traffic/${first.id}`}>
            {first.method} {first.path}
          </Link>
          {first.status === 0 ? 'The client disconnected.' : `Answered ${first.status}.`}
        </>
      )}
    </p>
  );
}
