import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DesktopSettings } from '../../../shared/desktop.ts';
import { notify, notifyError, useAction } from '../../core/action.ts';
import type { Desktop } from '../../core/desktop.ts';
import { useDraft } from '../../core/drafts.ts';
import { useHangar } from '../../core/hangar.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** What a person decides about the desktop application; nothing in a browser. */
export function DesktopChoices() {
  const { desktop } = useHangar();
  return desktop === undefined ? null : <Choices desktop={desktop} />;
}

function Choices({ desktop }: { desktop: NonNullable<Desktop> }) {
  const [chosen, setChosen] = useState<DesktopSettings>();
  useEffect(() => {
    desktop.settings().then(setChosen, notifyError);
  }, [desktop]);
  const { run } = useAction(async (change: Partial<DesktopSettings>) =>
    setChosen(await desktop.changeSettings(change)),
  );
  if (chosen === undefined) return null;
  return (
    <Section title="Desktop">
      <div className={classes['stack']}>
        <Checkbox
          label="Keep serving when the window is closed"
          description={
            chosen.keepServing === null
              ? 'You are asked when you first close it. The tray has Hangar then, and a way to quit.'
              : 'The tray has Hangar then, and a way to quit.'
          }
          checked={chosen.keepServing === true}
          indeterminate={chosen.keepServing === null}
          onChange={(event) => void run({ keepServing: event.currentTarget.checked })}
        />
        <Checkbox
          label="Announce new prompts"
          description="With a notification of the system, while the window is not in front."
          checked={chosen.notifications}
          onChange={(event) => void run({ notifications: event.currentTarget.checked })}
        />
        <Port key={chosen.port} port={chosen.port} onChange={(port) => run({ port })} />
      </div>
    </Section>
  );
}

const PORTS = /^\d{1,5}$/;

function Port({ port, onChange }: { port: number | null; onChange: (port: number | null) => Promise<boolean> }) {
  const draft = useDraft('desktop:port', port === null ? '' : String(port));
  const { value: text, set: setText } = draft;
  const wanted = text.trim() === '' ? null : Number(text);
  const set = async () => {
    if (!(await onChange(wanted))) return;
    draft.discard();
    notify('Hangar listens there from its next start.');
  };
  const isRight = text.trim() === '' || (PORTS.test(text.trim()) && Number(text) <= 65_535);
  return (
    <form
      className={classes['port']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) void set();
      }}
    >
      <TextInput
        label="Port of the next start"
        description="Empty for the usual one."
        value={text}
        inputMode="numeric"
        error={isRight ? undefined : 'Must be a whole number up to 65535'}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={wanted === port || !isRight}>
        Set
      </Button>
    </form>
  );
}
