import type { z } from 'zod';

/** A rule for a list: no two of its things have one slug. */
export function uniqueSlugs(noun: string) {
  return (items: readonly { readonly slug: string }[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    items.forEach(({ slug }, index) => {
      const message = `"${slug}" is used twice; each ${noun} needs its own slug`;
      if (seen.has(slug)) context.addIssue({ code: 'custom', path: [index, 'slug'], message, input: slug });
      seen.add(slug);
    });
  };
}
