import { z } from 'zod';
import { LogEntry } from '../../model/run.ts';
import { ClockRow } from './clock.ts';
import { WorkspaceStatus } from './control.ts';
import { RequestRow } from './requests.ts';
import { RULES } from './rules.ts';
import { SandboxRow } from './sandboxes.ts';
import { TestRow } from './tests.ts';
import { PromptRow, RunRow, SessionRow, TrafficRow } from './rows.ts';

/**
 * Messages of `/_emulator/events`. Each server-sent message is one tick: `id:` is its position in the stream, `data:` a JSON
 * array of these, the latest of each entity. Events carry the whole new entity, so applying one twice changes nothing.
 */
export const EmulatorEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), row: RunRow }),
  z.object({ type: z.literal('session'), row: SessionRow }),
  z.object({ type: z.literal('prompt'), row: PromptRow }),
  z.object({ type: z.literal('request'), row: RequestRow }),
  z.object({ type: z.literal('logs'), runID: z.string(), lines: z.array(LogEntry) }),
  z.object({ type: z.literal('traffic'), row: TrafficRow }),
  z.object({ type: z.literal('trafficCleared') }),
  /** Counters of a rule of the test lab changed. */
  z.object({ type: z.literal('fault'), row: RULES.faults.Item }),
  z.object({ type: z.literal('answer'), row: RULES.answers.Item }),
  /** Rules of the list were added, changed or removed: reload the list. */
  z.object({ type: z.literal('rules'), list: z.enum(['faults', 'answers']) }),
  z.object({ type: z.literal('clock'), row: ClockRow }),
  /** Findings changed: reload them. */
  z.object({ type: z.literal('findings') }),
  /** A sandbox began or ended; lists all sandboxes. */
  z.object({ type: z.literal('sandboxes'), rows: z.array(SandboxRow) }),
  /** A test began, went on or ended. */
  z.object({ type: z.literal('test'), row: TestRow }),
  /** Tests were forgotten or put back: reload them. */
  z.object({ type: z.literal('tests') }),
  /** Requests are held, or go on: reload them. */
  z.object({ type: z.literal('held') }),
  /** An exploration began, went on or ended: reload them. */
  z.object({ type: z.literal('explorations') }),
  /** Something can be undone, or not any more: reload the list. */
  z.object({ type: z.literal('undo') }),
  /** Memory became scarce, or is not any more: reload `usage` of `/_emulator/info`. */
  z.object({ type: z.literal('memory') }),
  z.object({ type: z.literal('workspace'), status: WorkspaceStatus }),
  /**
   * The client's cached data may be stale: reload it. First event after a gap, a reset or an import; also replaces a flood of
   * events.
   */
  z.object({ type: z.literal('reset') }),
]);
export type EmulatorEvent = z.output<typeof EmulatorEvent>;
