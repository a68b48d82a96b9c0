import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { CheckpointRow } from '../../../shared/contract/emulator/checkpoints.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { confirm } from '../../ui/layout/confirm.tsx';
import { useUndoable } from '../../core/undo/undo.tsx';
import { counted, DocsLink } from '../../ui/text/shown-text.tsx';
import { DeleteButton } from '../../ui/inputs/DeleteButton.tsx';
import { localTime } from '../../ui/text/time.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';
import { openSaveDialog, saveDialog } from './checkpoints/save-dialog-store.ts';
import { CompareDialog } from './checkpoints/CompareDialog.tsx';
import { diffText } from './checkpoints/diff-text.ts';

/** Saves, restores, compares and deletes checkpoints. */
export function CheckpointsSection() {
  const api = useApi();
  const saved = useStore(saveDialog, (state) => state.saved);
  const query = useLiveQuery(`checkpoints ${saved}`, async () => (await api.checkpoints.list()).items);
  const [result, setResult] = useState('');
  const [compared, compare] = useState('');
  const items = query.data ?? [];
  const others = items.flatMap(({ name, problem }) => (problem === '' && name !== compared ? [name] : []));
  return (
    <Section title="Checkpoints">
      <Button onClick={openSaveDialog}>Save checkpoint</Button>
      {query.error !== '' && <p className="error">{query.error}</p>}
      {items.length > 0 && (
        <ul className="lines" aria-label="Checkpoints" style={{ marginTop: 10 }}>
          {items.map((item) => (
            <CheckpointItem
              key={item.name}
              {...{ item }}
              onChange={query.reload}
              onRestored={setResult}
              onCompare={() => compare(item.name)}
            />
          ))}
        </ul>
      )}
      <p role="status" className={classes['hint']}>
        {result}
      </p>
      <p className={classes['hint']}>
        A checkpoint saves definitions, runs, prompts and the clock. Its file contains API keys and secrets.{' '}
        <DocsLink href="/docs/checkpoints.html">About checkpoints</DocsLink>
      </p>
      {compared !== '' && <CompareDialog name={compared} others={others} onClose={() => compare('')} />}
    </Section>
  );
}

interface CheckpointItemProps {
  readonly item: CheckpointRow;
  readonly onChange: () => void;
  readonly onRestored: (result: string) => void;
  readonly onCompare: () => void;
}

function CheckpointItem({ item, onChange, onRestored, onCompare }: CheckpointItemProps) {
  const { name, createdAt, runs, prompts, problem } = item;
  const api = useApi();
  const params = { name };
  const undoable = useUndoable();
  const restore = useAction(async () => {
    const changes = diffText(await api.checkpoints.diff({ params, query: {} }));
    await undoable(`Restored ${name}`, () => api.checkpoints.restore({ params }));
    onRestored(`${name} is restored. ${changes === '' ? 'Nothing was replaced.' : `Replaced: ${changes}.`}`);
  });
  const remove = useAction(async () => {
    const text = 'This cannot be undone.';
    if (!(await confirm({ title: `Delete ${name}?`, text, action: 'Delete', danger: true }))) return;
    await api.checkpoints.remove({ params });
    onChange();
  });
  return (
    <li>
      <strong>{name}</strong>
      <span className="quiet" style={{ marginInlineEnd: 'auto' }}>
        {counted(runs, 'run')} · {counted(prompts, 'pending prompt')}
        {createdAt !== null && ` · ${localTime(createdAt)}`}
        {problem !== '' && <span className="error"> {problem}</span>}
      </span>
      <Button size="compact-sm" loading={restore.busy} disabled={problem !== ''} onClick={() => void restore.run()}>
        Restore
      </Button>
      <Button size="compact-sm" disabled={problem !== ''} onClick={onCompare}>
        Compare
      </Button>
      <DeleteButton loading={remove.busy} onClick={() => void remove.run()} />
    </li>
  );
}
