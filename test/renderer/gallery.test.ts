import { expect, test } from 'vitest';
import { FAMILIES } from '../../renderer/gallery/families.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../renderer/ui/**/*.tsx', { eager: true });
/** Names of components begin with a capital letter, those of hooks and functions do not. */
const components = Object.values(modules).flatMap((module) =>
  Object.keys(module).filter((name) => /^[A-Z]/.test(name)),
);
const families = Object.values(FAMILIES);

test('every component has its examples in the gallery', () => {
  const shown = new Set(families.flatMap((examples) => Object.keys(examples)));
  expect(components.length).toBeGreaterThan(40);
  expect(components.filter((name) => !shown.has(name))).toEqual([]);
});

test('no component is in two families, and each has at least one state', () => {
  const names = families.flatMap((examples) => Object.keys(examples));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const states = families.flatMap((examples) => Object.entries(examples));
  expect(states.filter(([, examples]) => Object.keys(examples).length === 0)).toEqual([]);
});
