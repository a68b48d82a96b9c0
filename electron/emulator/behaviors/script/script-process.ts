import type { Readable } from 'node:stream';

/** Takes a message of a script's process; gives the milliseconds to wait before more is read. */
export type MessageListener = (text: string) => number;

/** A process for one script, made by the platform: Node's or Electron's. */
export interface ScriptProcess {
  readonly pid: number;
  /** It leads a process group, which `kill` ends as a whole. */
  readonly leadsGroup: boolean;
  /** Messages are JSON texts without line ends. */
  readonly send: (text: string) => void;
  /** Takes the place of the listener before. */
  readonly listen: (listener: MessageListener) => void;
  /** Bytes that were sent and that the process has not read. */
  readonly unread: () => number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with a sentence about how the process ended. */
  readonly ended: Promise<string>;
  readonly kill: () => void;
  /** Whether the program waits for the process before it ends by itself. */
  readonly keepProgramRunning: (keep: boolean) => void;
}

/** Starts `process/main.ts` in a process of its own with this environment. */
export type StartScriptProcess = (environment: Readonly<Record<string, string>>) => Promise<ScriptProcess>;
