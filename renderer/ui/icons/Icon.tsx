import classes from './icons.module.css';
import { ICON_SHAPES, type IconName } from './shapes.ts';

interface IconProps {
  readonly name: IconName;
  /** Edge in pixels: 16 in lists and navigation, 14 in buttons, 12 in lines of small text. */
  readonly size?: 16 | 14 | 12;
  /** The accessible name of an icon that stands without a text. */
  readonly label?: string;
}

/** An icon in the colour of the text around it. Hidden from screen readers unless it has a label. */
export function Icon({ name, size = 16, label }: IconProps) {
  return (
    <svg
      className={classes['icon']}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={ICON_SHAPES[name]} />
    </svg>
  );
}
