import type { Readable } from 'node:stream';
import type { Steps } from '../throttle.ts';

/** Handles a message of a script's process in steps. */
export type MessageListener = (text: string) => Steps;

/** A process for one script, of Node or Electron. */
export interface ScriptProcess {
  readonly pid: number;
  /** True when it leads a process group, which `kill` ends. */
  readonly leadsGroup: boolean;
  /** Sends a message: a JSON text without line ends. */
  readonly send: (text: string) => void;
  /** Replaces the listener. */
  readonly listen: (listener: MessageListener) => void;
  /** Number of sent bytes that the process has not read. */
  readonly unread: () => number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with the exit code or signal when the process has ended. */
  readonly ended: Promise<string>;
  readonly kill: () => void;
  /** Sets whether the process keeps the program running. */
  readonly keepProgramRunning: (keep: boolean) => void;
}

/**
 * Starts `process/main.ts` in a new process with this environment.
 * @param run runs the steps of messages, where messages arrive without a stream that can be paused
 */
export type StartScriptProcess = (
  environment: Readonly<Record<string, string>>,
  run: (steps: Steps) => void,
) => Promise<ScriptProcess>;
