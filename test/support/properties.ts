// oxlint-disable-next-line no-restricted-imports -- gives it to all others
import fc from 'fast-check';

// A seed for all properties: the first lane and pipelines have always the same one, the second lane another each time, which it prints
// (build/test.ts).
const seed = process.env['HANGAR_TEST_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** Makers of input, whose seed is set: tests take them from here. */
export { fc };

/** Number of inputs to try a property with: few in the first lane, ten times as many in the second one. */
export function runs(few: number): { readonly numRuns: number } {
  return { numRuns: process.env['HANGAR_TEST_LANE'] === 'hardening' ? few * 10 : few };
}
