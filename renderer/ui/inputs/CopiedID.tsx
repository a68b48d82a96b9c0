import { CopyIcon } from './CopyButton.tsx';

/** An ID with a button that copies it. */
export function CopiedID({ id, label }: { id: string; label: string }) {
  return (
    <>
      <code className="mono">{id}</code>
      <CopyIcon value={id} label={label} />
    </>
  );
}
