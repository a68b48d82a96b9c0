import { z } from 'zod';
import { callText, ADDS, tool, ToolError } from './tool.ts';

/** Reads, freezes, runs or advances the clock. */
export const clock = tool({
  description:
    'Read, freeze, run or advance the clock of Hangar, which waits, timeouts and retries follow. ' +
    'advance takes seconds or to; without both it goes to the next scheduled item.',
  hints: ADDS,
  input: z.strictObject({
    action: z.enum(['read', 'freeze', 'run', 'advance']).describe('What to do with the clock'),
    seconds: z.number().min(0).optional().describe('Distance to advance'),
    to: z.string().max(100).optional().describe('A time such as 2026-11-20T16:00:00Z'),
  }),
  call: async ({ api }, { action, seconds, to }) => {
    if (action !== 'advance' && (seconds !== undefined || to !== undefined))
      throw new ToolError(
        `seconds and to are for advance, not for ${action}`,
        callText('clock', { action: 'advance', seconds: 60 }),
      );
    if (action === 'read') return { value: await api.clock.read(), next: callText('clock', { action: 'advance' }) };
    if (action !== 'advance') {
      const view = await api.clock.set({ body: { state: action === 'freeze' ? 'frozen' : 'running' } });
      return { value: view, next: callText('clock', { action: 'advance' }) };
    }
    const result = await api.clock.advance({ body: distanceOf(seconds, to) });
    const runID = result.events.find((event) => event.runID !== '')?.runID;
    const again = callText('clock', { action: result.more ? 'advance' : 'read' });
    return { value: result, next: runID === undefined ? again : callText('explain', { id: runID }) };
  },
});

function distanceOf(seconds: number | undefined, to: string | undefined) {
  if (seconds !== undefined && to !== undefined)
    throw new ToolError('give seconds or to, not both', callText('clock', { action: 'read' }));
  if (seconds !== undefined) return { seconds };
  return to === undefined ? { next: true as const } : { to };
}
