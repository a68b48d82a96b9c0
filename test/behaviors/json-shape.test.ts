import { expect, test } from 'vitest';
import { shapeOf } from '../../electron/emulator/behaviors/json-shape.ts';
import type { Json } from '../../shared/values/json.ts';
import { fc, runs } from '../support/properties.ts';

type Shape = Omit<ReturnType<typeof shapeOf>, 'isCompact'>;

/** The shape of a value, by its definition. */
function shapeOfValue(value: Json): Shape {
  if (typeof value !== 'object' || value === null) return { depth: 0, containers: 0, values: 1, widest: 0 };
  const children = Object.values(value).map(shapeOfValue);
  const own: Shape = { depth: 0, containers: 1, values: 1, widest: Array.isArray(value) ? 0 : children.length };
  const whole = children.reduce(
    (sum, child) => ({
      depth: Math.max(sum.depth, child.depth),
      containers: sum.containers + child.containers,
      values: sum.values + child.values,
      widest: Math.max(sum.widest, child.widest),
    }),
    own,
  );
  return { ...whole, depth: whole.depth + 1 };
}

test('a text has the shape of its value, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, ' ', '\t'), (value, space) => {
      const json = JSON.stringify(value, null, space);
      const { isCompact, ...shape } = shapeOf(json);
      expect(shape).toEqual(shapeOfValue(JSON.parse(json) as Json));
      if (isCompact) expect(json).toBe(JSON.stringify(value));
    }),
    runs(300),
  );
});
