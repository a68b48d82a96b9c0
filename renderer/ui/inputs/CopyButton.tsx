import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import classes from './CopyButton.module.css';

const COPIED = 'Copied';

interface CopyButtonProps {
  /** The text, or a function that makes it when the button is pressed. */
  readonly value: string | (() => string);
  /** The accessible name, such as `Copy run ID`. */
  readonly label: string;
  /** Shown instead of the label when space is short. */
  readonly short?: string;
  readonly size?: 'compact-xs' | 'sm';
  readonly variant?: 'default' | 'filled';
}

/** A button that copies a text. */
export function CopyButton({ value, label, short, size = 'compact-xs', variant = 'default' }: CopyButtonProps) {
  const shown = short ?? label;
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <Button
      {...{ size, variant }}
      onClick={() => copy(typeof value === 'string' ? value : value())}
      aria-label={copied ? `${label}: copied` : label}
      data-copied={copied}
    >
      <span aria-live="polite" className={classes['text']} data-other={copied ? shown : COPIED}>
        {copied ? COPIED : shown}
      </span>
    </Button>
  );
}

/** A button that copies a text, as an icon next to that text. */
export function CopyIcon({ value, label }: Pick<CopyButtonProps, 'value' | 'label'>) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <IconButton
      icon={copied ? Check : Copy}
      size={20}
      onClick={() => copy(typeof value === 'string' ? value : value())}
      label={copied ? `${label}: copied` : label}
      title={label}
      data-copied={copied}
    />
  );
}

/** An ID with a button that copies it. */
export function CopiedID({ id, label }: { id: string; label: string }) {
  return (
    <>
      <code className="mono">{id}</code>
      <CopyIcon value={id} label={label} />
    </>
  );
}
