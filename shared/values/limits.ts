/** Maximum nesting of a JSON text. Source: decision `body-any-content-type`. */
export const MAX_LEVELS = 100;

/** Maximum nesting of a record of the state, since outputs of runs contain those of others. */
export const STORED_LEVELS = 1000;

/** Limits of a JSON body, checked while it is read (decision `body-any-content-type`). */
export const BODY_LIMITS = {
  /** Levels of nesting. */
  levels: MAX_LEVELS,
  /** Fields, lists and objects together. */
  parts: 1_000_000,
  /** Fields of one object. */
  fields: 100_000,
};

/** Limits of an export, which may be as large as the state: its records are nested in a list of an object. */
export const EXPORT_LIMITS = { ...BODY_LIMITS, levels: STORED_LEVELS + 2, parts: Number.POSITIVE_INFINITY };

/** Maximum counts in a definition or a request: beyond any real use, and quick to check. */
export const COUNTS = {
  /** Items of all lists in one definition together, free JSON not counted. */
  items: 10_000,
  /** Values of any kind in one definition together, free JSON such as defaults included. */
  definitionValues: 100_000,
  /** Tasks, runbooks, users and the like in one workspace. */
  definitions: 10_000,
  /** Parameters of one form, or of one object in it. */
  parameters: 1000,
  /** Allowed values of one parameter. */
  options: 5000,
  steps: 5000,
  blocks: 1000,
  labels: 1000,
  permissions: 1000,
  webhooks: 1000,
  schedules: 1000,
  /** Resources by alias. */
  aliases: 1000,
  /** Values by parameter that a step or block passes on. */
  values: 10_000,
  /** Names in a list: members, reviewers, environments. */
  names: 10_000,
  /** Entries of an environment's configuration, variables of a command. */
  entries: 10_000,
  /** Words of a command. */
  words: 10_000,
  /** Definitions changed at once, rules added at once. */
  changes: 1000,
  /** Operations or headers that one rule names. */
  matches: 100,
};

/** Maximum lengths of texts in definitions, in characters. */
export const MAX_CHARACTERS = {
  /** Names, slugs in references, e-mail addresses, words. */
  name: 1_000,
  /** Reasons of requests for approval and of their answers. */
  reason: 10_000,
  /** Descriptions, messages, and texts with templates. */
  text: 1_000_000,
  expression: 100_000,
  regex: 10_000,
  /** Code of a script. */
  source: 4_000_000,
} as const;

/** Length at which the bodies of held requests are cut, in characters. */
export const MAX_HELD_BODY = 10_000;

/** Part of the budget of memory (`maxStateBytes`) above which memory is scarce, which the server announces and the window shows. */
export const MEMORY_SCARCITY = 0.8;
