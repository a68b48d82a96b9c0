import { CHECKPOINTS } from '../actions/checkpoints.ts';
import { CLOCK } from '../actions/clock.ts';
import { addWhole, FAULTS } from '../actions/faults.ts';
import { PROMPTS } from '../actions/prompts.ts';
import { define } from './define.ts';
import { describe } from './describe.ts';
import { execute } from './execute.ts';
import { explain } from './explain.ts';
import { find } from './find.ts';
import { ADDS, DESTROYS, oneOf, tool, type Tool } from './tool.ts';
import { verify } from './verify.ts';

/** The tools by name: actions of the command line, and what only agents need. To add one, add an entry. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  describe,
  define,
  execute,
  find,
  explain,
  answer: tool(
    'Submit or cancel a prompt, by its ID or that of the waiting run; then report how the run continues.',
    ADDS,
    PROMPTS.answer,
  ),
  fault: tool(
    'Add, list or remove faults, which change what requests and runs get. Example of an added one: ' +
      '{"match":{"operation":"tasks/execute","task":"refund"},"times":2,"kind":"error","status":429,"retryAfterSeconds":2}. ' +
      'All fields: describe {"kind":"faults","schema":true}. It lasts until the program ends; with "keep":true it is written to the workspace.',
    DESTROYS,
    oneOf({ add: addWhole, list: FAULTS.faults, remove: FAULTS['fault remove'] }),
  ),
  clock: tool(
    'Read, freeze, run or advance the clock of Hangar, which waits, timeouts and retries follow. ' +
      'advance takes seconds or to; without both it goes to the next scheduled item.',
    ADDS,
    oneOf({
      read: CLOCK.clock,
      freeze: CLOCK['clock freeze'],
      run: CLOCK['clock run'],
      advance: CLOCK['clock advance'],
    }),
  ),
  checkpoint: tool(
    'Save, restore, list, compare (diff: with the current state) or delete checkpoints: definitions and state under a name.',
    DESTROYS,
    oneOf({
      save: CHECKPOINTS['checkpoint save'],
      restore: CHECKPOINTS['checkpoint restore'],
      list: CHECKPOINTS['checkpoint list'],
      diff: CHECKPOINTS['checkpoint diff'],
      delete: CHECKPOINTS['checkpoint delete'],
    }),
  ),
  verify,
};
