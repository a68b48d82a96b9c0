import { Group, type GroupProps, Modal, type ModalProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { stripBidiControls } from '../text/shown-text.tsx';

/**
 * A dialog above the page. Escape closes the one that has the focus, not those below it, unless the focused element took
 * the key for itself, as an editor that shows completions does.
 */
export function Dialog(props: ModalProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, defaultPrevented } = event;
    // React also reports keys of pop-overs that belong to the dialog but are not in it.
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (key === 'Escape' && isInside && !defaultPrevented) props.onClose();
  };
  return <Modal closeOnEscape={false} onKeyDown={onKeyDown} {...props} title={stripBidiControls(props.title)} />;
}

/** The buttons of a dialog, at its right, the confirming one last. They stay in sight at the foot of one that scrolls. */
export function DialogActions(props: GroupProps) {
  return <Group {...FOOT} justify="flex-end" align="flex-end" gap="sm" {...props} />;
}

const FOOT = { pos: 'sticky', bottom: 0, py: 'md', mb: -12, bg: 'var(--h-pop)', style: { zIndex: 2 } } as const;
