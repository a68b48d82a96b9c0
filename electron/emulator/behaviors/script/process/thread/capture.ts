import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { LogLevel } from '../../../../../../shared/model/log-level.ts';
import { LineReader } from '../../../line-reader.ts';

type Write = (level: LogLevel, text: string) => void;

/** Sends the output of the global console to the log. The object stays the same, since `node:console` exports it too. */
export function captureConsole(write: Write): void {
  let level: LogLevel | undefined;
  const stream = (preset: LogLevel) =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        write(level ?? preset, String(text));
        done();
      },
    });
  const captured = new Console({ stdout: stream('info'), stderr: stream('error'), colorMode: false });
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

/** Sends the lines written to `process.stdout` and `process.stderr` to the log; returns a function that flushes the last lines. */
export function captureStreams(write: Write): () => void {
  const readers = [
    captureStream(process.stdout, (line) => write('info', line)),
    captureStream(process.stderr, (line) => write('error', line)),
  ];
  return () => {
    for (const reader of readers) reader.end();
  };
}

function captureStream(stream: Writable, onLine: (line: string) => void): LineReader {
  const reader = new LineReader(onLine);
  const write = (chunk: Uint8Array | string, encoding?: unknown, callback?: unknown): boolean => {
    reader.push(chunk);
    const done = callback ?? encoding;
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  Object.assign(stream, { write });
  return reader;
}
