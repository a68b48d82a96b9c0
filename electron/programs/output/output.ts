import type { Writable } from 'node:stream';
import { printable } from '../../emulator/host/logger.ts';
import { type Cell, lineText, tableText, jsonText, paintFor } from './terminal-text.ts';
import { isClosedByOther } from '../../emulator/host/uncaught-errors.ts';
import { endOfTurn } from '../../emulator/timers/timers.ts';

/** The used part of a standard stream. */
export interface Writer {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** A result whose items are printed as they arrive. */
interface OpenList {
  readonly add: (item: unknown, cells: readonly Cell[]) => void;
  /** Ends the JSON value. */
  readonly end: () => void;
}

/** Rows of a table, and the sentence for an empty table. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly none: string;
  /** A sentence below the table; absent for none. */
  readonly foot?: string | undefined;
}

/**
 * The output of a command: one JSON value with `--json`, otherwise a table or sentences. Escapes control characters, since texts
 * may be untrusted.
 */
export interface Output {
  readonly isJson: boolean;
  /** Prints the result: the value, or its text. */
  readonly show: (value: unknown, text: string) => void;
  /** Prints the result: the value, or a table. */
  readonly table: (value: unknown, table: Table) => void;
  /** Begins a result whose items arrive one by one. */
  readonly list: () => OpenList;
  /** Prints a line for the user on standard error. */
  readonly note: (line: string) => void;
}

/** Creates the output of a command. */
export function createOutput(
  { stdout, stderr }: { readonly stdout: Writer; readonly stderr: Writer },
  isJson: boolean,
  variables: Readonly<Record<string, string | undefined>>,
): Output {
  const paint = paintFor(stdout.isTTY === true, variables);
  const print = (text: string): void => void stdout.write(`${text}\n`);
  return {
    isJson,
    show: (value, text) => print(isJson ? jsonText(value) : printable(text)),
    table: (value, { head, rows, none, foot }) => {
      if (isJson) {
        print(jsonText(value));
        return;
      }
      print(rows.length === 0 ? printable(none) : tableText(head, rows, paint));
      if (foot !== undefined) print(printable(foot));
    },
    list: () => (isJson ? jsonList(stdout) : { add: (_, cells) => print(lineText(cells, paint)), end: () => {} }),
    note: (line) => void stderr.write(`${printable(line)}\n`),
  };
}

/** Writes a JSON list item by item. */
function jsonList(stdout: Writer): OpenList {
  let count = 0;
  return {
    add: (item) => void stdout.write(`${count++ === 0 ? '[' : ','}\n${jsonText(item, 0)}`),
    end: () => void stdout.write(count === 0 ? '[]\n' : '\n]\n'),
  };
}

/** Prints a line on standard error, after the name of the program. */
export function printDiagnostic(line: string, stderr: Writer): void {
  stderr.write(`hangar: ${printable(line)}\n`);
}

/** A program's standard output, watched for errors. */
export interface StandardOutput {
  /** Resolves once everything is written, or cannot be: to true then. A reader that has gone is no loss. */
  readonly isLost: () => Promise<boolean>;
}

/** Says once, on standard error, that a program's standard output cannot be written, such as on a full disk. */
export function watchOutput(stream: Writable, stderr: Writer): StandardOutput {
  // Node's own state of this stream does not keep the error.
  let isLost = false;
  stream.on('error', (error) => {
    if (isLost || isClosedByOther(error)) return;
    isLost = true;
    printDiagnostic(`standard output cannot be written: ${error.message}`, stderr);
  });
  return {
    isLost: async () => {
      await new Promise<void>((resolve) => {
        stream.once('error', () => resolve());
        stream.write('', () => resolve());
      });
      // The stream tells its error after the write.
      await endOfTurn();
      return isLost;
    },
  };
}
