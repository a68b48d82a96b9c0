import { expect, test } from 'vitest';
import { StatusShape, type StatusShapeName } from '../../renderer/ui/icons/StatusShape.tsx';
import { STATUS_DISPLAY } from '../../renderer/ui/text/status.ts';
import { render } from './support/render.ts';

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
