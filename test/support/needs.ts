import { beforeEach, type TestContext } from 'vitest';
import type { ToolName } from '../tools/registry.ts';
import { lackOf } from '../tools/tools.ts';

/** Skips each test of the block, or of the file, where one of these tools is missing, and says which. */
export function needs(...names: readonly ToolName[]): void {
  beforeEach((context) => skipWithout(context, ...names));
}

/** Skips the rest of a test where one of these tools is missing, and says which. */
export function skipWithout({ skip }: Pick<TestContext, 'skip'>, ...names: readonly ToolName[]): void {
  const reason = lackOf(...names);
  if (reason !== '') skip(reason);
}

/** Names of tools, for a table of cases that need different ones. */
export function toolNames(...names: readonly ToolName[]): readonly ToolName[] {
  return names;
}
