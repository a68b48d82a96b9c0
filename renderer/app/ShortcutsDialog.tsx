import { Switch } from '@mantine/core';
import { useStore } from 'zustand';
import { type Command, useActiveCommands, shortcutText } from '../core/commands/commands.ts';
import { useHangar } from '../core/data/hangar.ts';
import { closeDialogs, dialogs } from './dialogs.ts';
import { Dialog } from '../ui/layout/Dialog.tsx';
import { KeyCap } from '../ui/text/KeyCap.tsx';
import classes from './ShortcutsDialog.module.css';

const IN_LISTS: readonly [keys: string, title: string][] = [
  ['↑ ↓ or K J', 'Move in a list'],
  ['Enter', 'Open row'],
  ['Space', 'Look at a row beside the list'],
  ['Home End', 'First and last row'],
  ['← →', 'Move between tabs'],
];

/** All active shortcuts, and a switch for single-key shortcuts. */
export function ShortcutsDialog() {
  const opened = useStore(dialogs, ({ open }) => open === 'shortcuts');
  return (
    <Dialog opened={opened} onClose={closeDialogs} title="Keyboard shortcuts" size="lg">
      {opened && <Shortcuts />}
    </Dialog>
  );
}

function Shortcuts() {
  const commands = useActiveCommands().filter(({ shortcut }) => shortcut !== undefined);
  const groups = [...new Set(commands.map(({ group }) => group))];
  const { preferences } = useHangar();
  const singleKeys = useStore(preferences, (state) => state.singleKeys);
  return (
    <>
      <div className={classes['groups']}>
        {groups.map((name) => (
          <Group key={name} name={name} rows={commands.filter(({ group }) => group === name).map(rowOf)} />
        ))}
        <Group name="Lists and tabs" rows={IN_LISTS} />
      </div>
      <Switch
        mt="md"
        label="Single-key shortcuts"
        title="Turn off if they interfere with dictation or other tools"
        checked={singleKeys}
        onChange={(event) => preferences.setState({ singleKeys: event.currentTarget.checked })}
      />
    </>
  );
}

function rowOf({ title, shortcut = '' }: Command): [string, string] {
  return [shortcutText(shortcut), title];
}

function Group({ name, rows }: { name: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2 className={classes['name']}>{name}</h2>
      <dl className={classes['rows']}>
        {rows.map(([keys, title]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <KeyCap readable>{keys}</KeyCap>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
