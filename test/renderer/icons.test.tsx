import './support/dom.ts';
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Icon } from '../../renderer/ui/icons/Icon.tsx';
import { ICON_SHAPES } from '../../renderer/ui/icons/shapes.ts';
import { StatusShape, type StatusShapeName } from '../../renderer/ui/icons/StatusShape.tsx';
import { STATUS_DISPLAY } from '../../renderer/ui/status.ts';
import { keysOf } from '../../shared/values/keys-of.ts';
import { render } from './support/render.ts';

const SOURCES = import.meta.glob<string>(['../../renderer/**/*.{ts,tsx}', '!**/shapes.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('an icon is hidden from screen readers, unless it stands without a text', () => {
  render(
    <>
      <Icon name="check" />
      <Icon name="clock" label="Late" />
    </>,
  );
  expect(screen.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual(['Late']);
  expect(document.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(1);
});

test('each icon of the set is drawn as its own lines, and used', () => {
  const sources = Object.values(SOURCES).join('\n');
  const unused = keysOf(ICON_SHAPES).filter((name) => !new RegExp(`['"]${name}['"]|^ +${name}: `, 'm').test(sources));
  expect(unused).toEqual([]);
  expect(new Set(Object.values(ICON_SHAPES)).size).toBe(keysOf(ICON_SHAPES).length);
});

test('states are told apart by shape, without their colours', () => {
  const shapes: readonly StatusShapeName[] = [...new Set(Object.values(STATUS_DISPLAY).map(({ shape }) => shape))];
  const drawings = shapes.map((shape) => {
    const { unmount } = render(<StatusShape shape={shape} />);
    const drawn = document
      .querySelector(`[data-shape="${shape}"]`)
      ?.innerHTML.replaceAll(/ data-(?:fill|stroke)="\w+"/g, '');
    unmount();
    return drawn;
  });
  expect(new Set(drawings).size).toBe(shapes.length);
  expect(shapes.length).toBeGreaterThan(5);
});
