import { counted } from '../../ui/text/shown-text.ts';

interface UnreadableNoteProps {
  readonly count: number;
  /** `parameter` or `field`. */
  readonly noun: string;
}

/** The number of parameters or fields that a form leaves out because of their problems; nothing for 0. */
export function UnreadableNote({ count, noun }: UnreadableNoteProps) {
  if (count === 0) return null;
  return (
    <p className="quiet" style={{ marginTop: 8 }}>
      {counted(count, noun)} with problems {count === 1 ? 'is' : 'are'} not shown.
    </p>
  );
}
