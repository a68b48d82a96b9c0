import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Form } from '../../ui/inputs/Form.tsx';
import type { DesktopSettings } from '../../../shared/desktop.ts';
import { notify, useAction, notifyError } from '../../core/data/action.ts';
import type { Desktop } from '../../core/data/desktop.ts';
import { useDraft } from '../../core/drafts/drafts.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';
import { useHangar } from '../../core/data/hangar.ts';

/** Settings of the desktop application; renders nothing in a browser. */
export function DesktopChoices() {
  return <DesktopPart read={readSettings}>{(loaded) => <Choices {...loaded} />}</DesktopPart>;
}

function readSettings(desktop: NonNullable<Desktop>): Promise<DesktopSettings> {
  return desktop.settings();
}

function Choices({ desktop, value: chosen, setValue: setChosen }: LoadedPart<DesktopSettings>) {
  const { run } = useAction(async (change: Partial<DesktopSettings>) =>
    setChosen(await desktop.changeSettings(change)),
  );
  return (
    <Section title="Desktop">
      <div className="stack">
        <Checkbox
          label="Keep serving when the window is closed"
          description={
            chosen.keepServing === null
              ? 'Hangar asks when you first close the window. Quit from the tray.'
              : 'Quit from the tray.'
          }
          checked={chosen.keepServing === true}
          indeterminate={chosen.keepServing === null}
          onChange={(event) => void run({ keepServing: event.currentTarget.checked })}
        />
        <Checkbox
          label="Notify me of new prompts"
          description="While the window is not in front."
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
  const next = text.trim() === '' ? null : Number(text);
  const set = async () => {
    if (!(await onChange(next))) return;
    draft.discard();
    notify('The port changes with the next start');
  };
  const isValid = text.trim() === '' || (PORTS.test(text.trim()) && Number(text) <= 65_535);
  return (
    <Form
      className={classes['port']}
      onSubmit={() => {
        if (isValid) void set();
      }}
    >
      <TextInput
        label="Port"
        description="Used from the next start. Empty for the default."
        value={text}
        inputMode="numeric"
        error={isValid ? undefined : 'Must be a whole number up to 65535'}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={next === port || !isValid}>
        Save port
      </Button>
    </Form>
  );
}

type Application = NonNullable<Desktop>;

/** A value from the desktop application, with a function that replaces it. */
export interface LoadedPart<Value> {
  readonly desktop: Application;
  readonly value: Value;
  readonly setValue: (value: Value) => void;
}

interface DesktopPartProps<Value> {
  /** Must not change between renders. */
  readonly read: (desktop: Application) => Promise<Value>;
  readonly children: (loaded: LoadedPart<Value>) => ReactNode;
}

/** A part of the page about the desktop application; renders nothing in a browser. */
export function DesktopPart<Value extends object>({ read, children }: DesktopPartProps<Value>) {
  const { desktop } = useHangar();
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    if (desktop !== undefined) read(desktop).then(setValue, notifyError);
  }, [desktop, read]);
  return desktop === undefined || value === undefined ? null : children({ desktop, value, setValue });
}
