import { FileCode2Icon } from 'lucide-react';
import { Button } from '@mantine/core';
import { useApi, useLiveQuery, useHangar } from '../../core/data/hangar.ts';
import { CopyIcon } from '../../ui/inputs/CopyButton.tsx';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import classes from './SourceNote.module.css';
import { notify, useAction } from '../../core/data/action.ts';

interface SourceNoteProps {
  readonly slug: string;
  readonly source: { readonly file: string; readonly line: number };
}

/** A definition that lies in a file: the place where it is edited, its problem, and what of it is not emulated. */
export function SourceNote({ slug, source: { file, line } }: SourceNoteProps) {
  const api = useApi();
  const { data } = useLiveQuery(
    `definition file ${file}`,
    async () => {
      const [{ items }, { path }] = await Promise.all([
        api.definitionFiles.list(),
        api.definitionFiles.place({ query: { file } }),
      ]);
      return { items, path };
    },
    (event) => event.type === 'workspace',
  );
  const row = data?.items.find((each) => each.slug === slug && each.file === file);
  const sentences = [...(row?.problem === undefined ? [] : row.problem.split('\n')), ...(row?.notEmulated ?? [])];
  const place = `${file}:${line}`;
  return (
    <section className={classes['note']} aria-label="Definition file">
      <p>
        <FileCode2Icon size={14} /> Defined and edited in <code className="mono">{stripBidiControls(place)}</code>
        <CopyIcon value={`${data?.path ?? file}:${line}`} label="Copy the path" />{' '}
        {data !== undefined && <OpenInEditor path={data.path} line={line} />}{' '}
        <DocsLink href="/docs/definition-files.html">Definition files</DocsLink>
      </p>
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{stripBidiControls(sentence)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The button that opens a file in the person's editor. Renders nothing in a browser. @param props `path` is absolute */
export function OpenInEditor({ path, line }: { path: string; line: number }) {
  const { desktop } = useHangar();
  const edit = useAction(async () => {
    if (!((await desktop?.edit(path, line)) ?? false)) notify(`${path} is not there any more`);
  });
  if (desktop === undefined) return null;
  return (
    <Button size="compact-xs" loading={edit.busy} onClick={() => void edit.run()}>
      Open in editor
    </Button>
  );
}
