import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { DesktopSettings } from '../../shared/desktop.ts';
import { type Json, parseJson } from '../../shared/values/json.ts';
import { newerSentence, storedForm } from '../../shared/values/stored-form.ts';
import { makeFolderSync } from '../emulator/files/folders.ts';
import { MAX_FILE_BYTES, FileRefusedError, readRegularFileSync } from '../emulator/files/read-file.ts';
import { isSystemError } from '../emulator/files/system-error.ts';
import { replaceFileSync } from '../emulator/platform/replace-file.ts';

/** Position of the window, in screen coordinates. */
export const WindowBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowBounds = z.output<typeof WindowBounds>;

const VERSION = 1;
const FIELDS = {
  keepServing: z.boolean().nullable(),
  notifications: z.boolean(),
  port: z.int().min(0).max(65_535).nullable(),
} satisfies { [Name in keyof DesktopSettings]: z.ZodType<DesktopSettings[Name]> };

/** A partial change of the settings, as sent by the window. */
export const SettingsChange = z.strictObject(FIELDS).partial();

/** A field that cannot be read falls back to its default; the others are kept. */
const Stored = z.object({
  keepServing: FIELDS.keepServing.catch(null),
  notifications: FIELDS.notifications.catch(true),
  port: FIELDS.port.catch(null),
  window: WindowBounds.nullable().catch(null),
});
/** Everything in the settings file. */
type StoredSettings = z.output<typeof Stored>;

const DEFAULTS: StoredSettings = { keepServing: null, notifications: true, port: null, window: null };

/** The desktop's settings file. It is always replaced as a whole, so a crash leaves the old file or the new one. */
export class SettingsFile {
  readonly #path: string | null;
  /** Reason why the file is neither read nor written (written by a newer Hangar, or not a regular file); "" for none. */
  readonly problem: string;
  #current: StoredSettings;

  /** @param path of the file; null keeps everything in memory */
  constructor(path: string | null) {
    this.#path = path;
    const found = path === null ? { content: null, problem: '' } : read(path);
    const form = storedForm(found.content, VERSION);
    const parsed = Stored.safeParse(form && 'fields' in form ? form.fields : undefined);
    this.#current = parsed.success ? parsed.data : DEFAULTS;
    this.problem = form && 'newer' in form ? newerSentence(path ?? '', form.newer, VERSION) : found.problem;
  }

  get current(): StoredSettings {
    return this.#current;
  }

  get settings(): DesktopSettings {
    const { keepServing, notifications, port } = this.#current;
    return { keepServing, notifications, port };
  }

  change(change: Partial<StoredSettings>): void {
    this.#current = { ...this.#current, ...change };
    if (this.#path === null || this.problem !== '') return;
    makeFolderSync(dirname(this.#path));
    const text = `${JSON.stringify({ version: VERSION, ...this.#current }, null, 2)}\n`;
    writeFileSync(`${this.#path}.new`, text, { mode: 0o600 });
    replaceFileSync(`${this.#path}.new`, this.#path);
  }
}

/** Reads the file. `problem` is the reason that it must be neither read nor written. */
function read(path: string): { readonly content: Json; readonly problem: string } {
  try {
    const text = readRegularFileSync(path, MAX_FILE_BYTES.record).toString('utf8');
    return { content: parseJson(text), problem: '' };
  } catch (error) {
    // An unreadable file counts as missing, since its settings can be made again.
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT')) return { content: null, problem: '' };
    if (error instanceof FileRefusedError) return { content: null, problem: `${error.message}.` };
    throw error;
  }
}
