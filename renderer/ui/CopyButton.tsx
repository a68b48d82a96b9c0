import { Button, CopyButton as MantineCopyButton } from '@mantine/core';

interface CopyButtonProps {
  /** The text, or how to make it when the button is pressed. */
  readonly value: string;
  /** What is copied, as in `Copy run ID`; also the accessible name. */
  readonly label: string;
  /** Shown instead of the label where space is short. */
  readonly short?: string;
  readonly size?: 'compact-xs' | 'sm';
}

/** Copies a text and says so. */
export function CopyButton({ value, label, short, size = 'compact-xs' }: CopyButtonProps) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Button size={size} onClick={copy} aria-label={copied ? `${label}: copied` : label} data-copied={copied}>
          <span aria-live="polite">{copied ? 'Copied' : (short ?? label)}</span>
        </Button>
      )}
    </MantineCopyButton>
  );
}
