import { isJsonObject, type Json } from './json.ts';

/** The fields of a small JSON file. */
export type StoredFields = { readonly [name: string]: Json };

/** A step from one version of a small JSON file to the next. */
export interface StoredStep {
  /** The version that it leads to. */
  readonly to: number;
  /** Purpose, in a sentence. */
  readonly why: string;
  readonly change: (fields: StoredFields) => StoredFields;
}

/** Content of a small JSON file in the newest version; or the version of a newer Hangar, whose file must not be changed. */
export type StoredForm = { readonly fields: StoredFields } | { readonly newer: number } | undefined;

/**
 * Migrates a small JSON file's content to a version. Content without a version is version 0. `undefined` when it is no object. @param steps in order and without gaps from the oldest supported version
 */
export function inNewestForm(content: Json, version: number, steps: readonly StoredStep[]): StoredForm {
  if (!isJsonObject(content)) return undefined;
  const from = typeof content['version'] === 'number' ? content['version'] : 0;
  if (from > version) return { newer: from };
  const taken = steps.filter(({ to }) => to > from);
  return {
    fields: taken.reduce<StoredFields>((fields, { to, change }) => ({ ...change(fields), version: to }), content),
  };
}

/** The error message for a file of a newer Hangar. */
export function newerSentence(file: string, found: number, known: number): string {
  return `${file} was written by a newer Hangar (version ${found} of the format; this one knows ${known}) and is left as it is.`;
}
