import { Button, FileButton, Group } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { messageOf } from '../../core/data/action.ts';
import { useHangar } from '../../core/data/hangar.ts';
import { DocsLink, stripBidiControls, counted } from '../../ui/text/shown-text.tsx';
import { Section } from './Section.tsx';
import { ArchiveImport, type ChosenArchive, readArchiveFile } from './ArchiveImport.tsx';
import {
  type ChosenFile,
  chooseFolder,
  chosenFiles,
  droppedFiles,
  folderOf,
  isDefinitionFile,
  sentFiles,
} from './definition-files.ts';
import { type ChosenDefinitions, DefinitionImport, previewOf } from './DefinitionImport.tsx';

/** Endings of the files that it takes. */
const FILES = '.hangar-bundle,.hangar,.json,.gz,application/json,.yaml,.yml';

/** Takes an export, which replaces everything, or definition files, whose tasks are added; each after a preview. */
export function ImportSection() {
  const { api, desktop } = useHangar();
  const [archive, setArchive] = useState<ChosenArchive>();
  const [definitions, setDefinitions] = useState<ChosenDefinitions>();
  const [problem, setProblem] = useState('');
  const reset = useRef<() => void>(null);
  const choose = async (choosing: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => {
    setProblem('');
    try {
      const chosen = await choosing;
      const [first] = chosen;
      if (first === undefined) return;
      if (chosen.length === 1 && !isDefinitionFile(first.path)) setArchive(await readArchiveFile(first.file));
      else {
        const sent = await sentFiles(chosen);
        setDefinitions({
          name: nameOf(chosen),
          ...sent,
          ...(await previewOf(api, sent.files, folderOf(first, desktop))),
        });
      }
    } catch (error) {
      setProblem(stripBidiControls(messageOf(error)));
    }
    // Allows choosing the same file again.
    reset.current?.();
  };
  const chooseFiles = (files: readonly File[]) => choose(chosenFiles(files));
  return (
    <Section
      title="Import"
      hint={
        <>
          Takes an export, a bundle, a checkpoint or a workspace file, which replace everything, or{' '}
          <DocsLink href="/docs/definition-files.html">definition files</DocsLink>, whose tasks are added. Says what
          comes before it does anything.
        </>
      }
    >
      <Group gap="sm" onDragOver={takeDrag} onDrop={(event) => void choose(droppedFrom(event))}>
        <FileButton resetRef={reset} accept={FILES} multiple onChange={(files) => void chooseFiles(files)}>
          {(props) => <Button {...props}>Choose a file…</Button>}
        </FileButton>
        <Button onClick={() => void chooseFolder().then(chooseFiles)}>Choose a folder…</Button>
        <span className="quiet">or drop them here</span>
      </Group>
      {problem !== '' && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {archive !== undefined && <ArchiveImport chosen={archive} onClose={() => setArchive(undefined)} />}
      {definitions !== undefined && (
        <DefinitionImport chosen={definitions} onChange={setDefinitions} onClose={() => setDefinitions(undefined)} />
      )}
    </Section>
  );
}

/** The name of what was chosen: the file, the folder, or the number of files. */
function nameOf(chosen: readonly ChosenFile[]): string {
  const tops = new Set(chosen.map(({ path }) => path.split('/')[0] ?? ''));
  const [top = ''] = tops;
  return tops.size === 1 ? top : counted(chosen.length, 'file');
}

function takeDrag(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
}

function droppedFrom(event: DragEvent): Promise<readonly ChosenFile[]> {
  event.preventDefault();
  return droppedFiles(event.dataTransfer);
}
