import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Icon } from './icons/Icon.tsx';
import type { IconName } from './icons/shapes.ts';

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: IconName;
  /** The accessible name, and the tooltip unless `title` is another one. */
  readonly label: string;
  /** Edge of the icon in pixels. */
  readonly iconSize?: 16 | 14 | 12;
}

/** A button with an icon instead of a text. */
export function IconButton({ icon, label, title = label, iconSize = 14, ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={title} {...props}>
      <Icon name={icon} size={iconSize} />
    </ActionIcon>
  );
}
