import { answer } from './answer.ts';
import { define } from './define.ts';
import { describe } from './describe.ts';
import { execute } from './execute.ts';
import { explain } from './explain.ts';
import { find } from './find.ts';
import type { Tool } from './tool.ts';

/** The tools by name. To add one, add an entry. */
export const TOOLS: Readonly<Record<string, Tool>> = { describe, define, execute, find, explain, answer };
