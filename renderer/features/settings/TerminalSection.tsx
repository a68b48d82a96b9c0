import { Button } from '@mantine/core';
import type { TerminalLink } from '../../../shared/desktop.ts';
import { notify, useAction } from '../../core/data/action.ts';
import type { Desktop } from '../../core/data/desktop.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { DesktopPart, type LoadedPart } from './DesktopChoices.tsx';
import { CopiedFact, Section } from './Section.tsx';
import classes from './settings.module.css';

/** `hangar` for the terminal, from the desktop application; renders nothing in a browser. */
export function TerminalSection() {
  return <DesktopPart read={readLink}>{(loaded) => <Terminal {...loaded} />}</DesktopPart>;
}

function readLink(desktop: NonNullable<Desktop>): Promise<TerminalLink> {
  return desktop.terminal();
}

function Terminal({ desktop, value: link, setValue: setLink }: LoadedPart<TerminalLink>) {
  const make = useAction(async () => {
    const made = await desktop.makeTerminal();
    setLink(made);
    notify(`Installed ${made.path}`);
  });
  const { program, path, state } = link;
  return (
    <Section title="Terminal">
      <Facts>
        <CopiedFact name="Program" text={program} label="Copy the path of the program" />
        <Fact name="Command">
          <code>{path}</code>
          {(state === 'absent' || state === 'outdated') && (
            <Button size="compact-xs" onClick={() => void make.run()}>
              {state === 'absent' ? 'Install' : 'Update'}
            </Button>
          )}
          <span>{sentence(link)}</span>
        </Fact>
      </Facts>
      <p className={classes['hint']}>
        Runs commands such as <code className="mono">hangar run</code> without a window.{' '}
        <DocsLink href="/docs/desktop.html#hangar-in-a-terminal">Hangar in a terminal</DocsLink>
      </p>
    </Section>
  );
}

function sentence({ state, isOnSearchPath }: TerminalLink): string {
  switch (state) {
    case 'absent':
      return 'Not installed.';
    case 'outdated':
      return 'Starts another copy of Hangar.';
    case 'foreign':
      return 'Another program has this path. Hangar does not replace it.';
    case 'made':
      return isOnSearchPath ? 'Installed.' : 'Installed. Add its folder to your PATH.';
  }
}
