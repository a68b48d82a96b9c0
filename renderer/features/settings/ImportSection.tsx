import { Button, FileButton, Group, Modal, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { notify, useAction } from '../../core/action.ts';
import {
  useApiKeys,
  useEnvironments,
  useGroups,
  useResources,
  useRunbooks,
  useTasks,
  useUsers,
} from '../../core/data.ts';
import { messageOf } from '../../core/errors.ts';
import { useApi } from '../../core/hangar.ts';
import { COLLECTIONS, countsOf, type ExportFile, readExport, runsOf } from './read-export.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

interface Chosen {
  readonly name: string;
  readonly content: ExportFile;
}

/** Replaces everything by an export, after showing what that replaces. */
export function ImportSection() {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState('');
  const reset = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    setProblem('');
    try {
      setChosen({ name: file.name, content: readExport(await file.text()) });
    } catch (error) {
      setProblem(`${file.name}: ${messageOf(error)}`);
    }
    // The same file, mended, can be chosen again.
    reset.current?.();
  };
  return (
    <Section title="Import">
      <FileButton resetRef={reset} accept="application/json,.json" onChange={(file) => void choose(file)}>
        {(props) => <Button {...props}>Choose a file…</Button>}
      </FileButton>
      {problem !== '' && (
        <p className={classes['error']} role="alert">
          {problem}
        </p>
      )}
      <p className={classes['hint']}>
        An export or a workspace file. You see what it replaces before anything happens.
      </p>
      {chosen !== undefined && <ImportDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

function ImportDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const api = useApi();
  const [problem, setProblem] = useState('');
  const { run, busy } = useAction(async () => {
    try {
      await api.import({ body: chosen.content });
    } catch (error) {
      setProblem(messageOf(error));
      return;
    }
    notify(`Imported ${chosen.name}`);
    onClose();
  });
  const runs = runsOf(chosen.content);
  return (
    <Modal opened onClose={onClose} title={`Import ${chosen.name}?`}>
      <Text size="sm">Everything that is authored now is replaced:</Text>
      <Comparison content={chosen.content} />
      <Text size="sm" mt="sm">
        {runs === undefined
          ? 'The file holds no state: runs, sessions and prompts stay as they are.'
          : `Runs, sessions, prompts and uploads are replaced, too: the file holds ${runs === 1 ? '1 run' : `${runs} runs`}.`}
      </Text>
      {problem !== '' && (
        <p className={classes['error']} role="alert">
          Nothing was replaced: {problem}
        </p>
      )}
      <Group justify="flex-end" mt="md" gap="sm">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void run()}>
          Replace
        </Button>
      </Group>
    </Modal>
  );
}

function Comparison({ content }: { content: ExportFile }) {
  const now = useCounts();
  const then = countsOf(content);
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className={classes['number']}>
            Now
          </th>
          <th scope="col" className={classes['number']}>
            In the file
          </th>
        </tr>
      </thead>
      <tbody>
        {COLLECTIONS.map(({ name, label }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td className={classes['number']}>{now[name]}</td>
            <td className={classes['number']}>{then[name]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useCounts(): ReturnType<typeof countsOf> {
  return {
    environments: useEnvironments().items.length,
    users: useUsers().items.length,
    groups: useGroups().items.length,
    apiKeys: useApiKeys().items.length,
    resources: useResources().items.length,
    tasks: useTasks().items.length,
    runbooks: useRunbooks().items.length,
  };
}
