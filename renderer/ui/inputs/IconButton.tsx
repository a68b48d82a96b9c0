import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: LucideIcon;
  /** The accessible name, and the tooltip unless `title` is another one. */
  readonly label: string;
  /** Edge of the icon in pixels. */
  readonly iconSize?: 16 | 14 | 12;
}

/** A button with an icon instead of a text. */
export function IconButton({ icon: Icon, label, title = label, iconSize = 14, ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} title={title} {...props}>
      <Icon size={iconSize} />
    </ActionIcon>
  );
}
