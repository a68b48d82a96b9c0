import type { z } from 'zod';

type Rule<Item> = (items: readonly Item[], context: z.core.$RefinementCtx) => void;

/** A rule for a list: slugs are unique. */
export function uniqueSlugs(noun: string): Rule<{ readonly slug: string }> {
  return unique(noun, ({ slug }) => slug, ['slug']);
}

/** Refuses a slug that a list contains twice. */
export function uniqueTexts(noun: string): Rule<string> {
  return unique(noun, (slug) => slug, []);
}

function unique<Item>(noun: string, slugOf: (item: Item) => string, path: readonly string[]): Rule<Item> {
  return (items, context) => {
    const seen = new Set<string>();
    items.forEach((item, index) => {
      const slug = slugOf(item);
      const message = `"${slug}" is used twice; each ${noun} needs its own slug`;
      if (seen.has(slug)) context.addIssue({ code: 'custom', path: [index, ...path], message, input: slug });
      seen.add(slug);
    });
  };
}
