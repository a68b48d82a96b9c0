import { answer } from './answer.ts';
import { checkpoint } from './checkpoint.ts';
import { clock } from './clock.ts';
import { define } from './define.ts';
import { describe } from './describe.ts';
import { execute } from './execute.ts';
import { explain } from './explain.ts';
import { fault } from './fault.ts';
import { find } from './find.ts';
import type { Tool } from './tool.ts';
import { verify } from './verify.ts';

/** The tools by name. To add one, add an entry. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  describe,
  define,
  execute,
  find,
  explain,
  answer,
  fault,
  clock,
  checkpoint,
  verify,
};
