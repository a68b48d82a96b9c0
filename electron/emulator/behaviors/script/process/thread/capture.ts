import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { LogLevel } from '../../../../../../shared/model/log-level.ts';
import { LineReader } from '../../../line-reader.ts';
import { nextTick } from '../../../../timers/timers.ts';

type Write = (level: LogLevel, text: string) => void;

/** Receives text that a script writes on standard output. */
type Print = (text: string) => void;

/** Captures all output of a script; returns a function that flushes the rest of its streams. */
export function captureOutput(write: Write, print: Print): () => void {
  captureConsole(write, print);
  return captureStreams(write, print);
}

/**
 * Sends the output of the global console to standard output or to the log. The object stays the same, since `node:console`
 * exports it too.
 */
function captureConsole(write: Write, print: Print): void {
  let level: LogLevel | undefined;
  const stream = (take: Print) =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        if (level === undefined) take(String(text));
        else write(level, String(text));
        done();
      },
    });
  const captured = new Console({
    stdout: stream(print),
    stderr: stream((text) => write('error', text)),
    colorMode: false,
  });
  Object.assign(console, captured);
  const atLevel =
    (name: 'debug' | 'warn', own: LogLevel) =>
    (...values: unknown[]) => {
      level = own;
      captured[name](...values);
      level = undefined;
    };
  Object.assign(console, { debug: atLevel('debug', 'debug'), warn: atLevel('warn', 'warning') });
}

/** Forwards `process.stdout`, and sends the lines of `process.stderr` to the log; returns a function that flushes the rest. */
function captureStreams(write: Write, print: Print): () => void {
  const lines = new LineReader((line) => write('error', line));
  const decoder = new TextDecoder();
  captureStream(process.stdout, (chunk) =>
    print(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
  );
  captureStream(process.stderr, (chunk) => lines.push(chunk));
  return () => {
    print(decoder.decode());
    lines.end();
  };
}

function captureStream(stream: Writable, take: (chunk: Uint8Array | string) => void): void {
  const write = (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
    take(chunk);
    const done = callback ?? encoding;
    if (typeof done === 'function') nextTick(done);
    return true;
  };
  Object.assign(stream, { write });
}
