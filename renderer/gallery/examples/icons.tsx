import { keysOf } from '../../../shared/values/keys-of.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ICON_SHAPES } from '../../ui/icons/shapes.ts';
import { StatusShape, type StatusShapeName } from '../../ui/icons/StatusShape.tsx';
import type { Examples } from './example.ts';

const ICONS = keysOf(ICON_SHAPES);
const SHAPES: readonly StatusShapeName[] = ['ok', 'bad', 'run', 'wait', 'queue', 'off', 'late', 'lost'];
const SIZES = [16, 14, 12] as const;

/** Icons and the shapes of states, in each size. */
export const examples: Examples = {
  Icon: Object.fromEntries(
    SIZES.map((size) => [
      `${size} pixels`,
      <div key={size} className="row">
        {ICONS.map((name) => (
          <Icon key={name} name={name} size={size} label={name} />
        ))}
      </div>,
    ]),
  ),
  StatusShape: Object.fromEntries(
    SIZES.map((size) => [
      `${size} pixels`,
      <div key={size} className="row">
        {SHAPES.map((shape) => (
          <span key={shape} className="row">
            <StatusShape shape={shape} size={size} /> {shape}
          </span>
        ))}
      </div>,
    ]),
  ),
};
