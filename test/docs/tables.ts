import type { CommandFacts } from '../../electron/programs/actions/action.ts';
import type { Field, Fields } from '../../electron/programs/flags/field.ts';
import { flagName, variableName } from '../../electron/programs/flags/read-flags.ts';
import { describedFields } from '../../shared/definitions/field.ts';
import { KINDS } from '../../shared/definitions/kinds.ts';
import { DEFINITION_TYPES, DefinitionParameter } from '../../shared/definitions/parameters.ts';
import { TaskFields } from '../../shared/definitions/task-fields.ts';

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Flags that are environment variables too. */
export function flagTable(flags: Fields): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const [shown, ...others] = flagCells(name, flag);
    return [`\`${short}${shown}\``, `\`${variableName(name)}\``, ...others];
  });
  return table(['flag', 'variable', 'default', 'meaning'], rows);
}

/** The flags of one command, which have no variables. */
export function ownFlagTable(flags: Fields): string {
  return table(['flag', 'default', 'meaning'], Object.entries(flags).map(ownFlagCells));
}

/** The flags of single commands. */
export function commandFlagTable(commands: Readonly<Record<string, CommandFacts>>): string {
  const rows = Object.entries(commands).flatMap(([name, { flags, kind }]) =>
    kind === 'program' ? [] : Object.entries(flags).map((flag) => [`\`${name}\``, ...ownFlagCells(flag)]),
  );
  return table(['command', 'flag', 'default', 'meaning'], rows);
}

/** All commands. */
export function commandTable(commands: Readonly<Record<string, CommandFacts>>): string {
  const rows = Object.entries(commands).map(([name, { usage, summary, example }]) => [
    `\`${`hangar ${name} ${usage}`.trim()}\``,
    summary,
    `\`${example}\``,
  ]);
  return table(['command', 'what it does', 'example'], rows);
}

function ownFlagCells([name, flag]: [string, Field]): string[] {
  const [shown, ...others] = flagCells(name, flag);
  return [`\`${shown}\``, ...others];
}

function flagCells(name: string, { metavar, defaultText, help, isRepeatable }: Field): [string, ...string[]] {
  return [`${flagName(name)} ${metavar}`.trim(), defaultText, `${help}${isRepeatable ? ' (repeatable)' : ''}`];
}

/** The mapping of definition files: every field of the format, and its meaning for Hangar. */
export function definitionFileTables(): string {
  const kinds = Object.entries(KINDS);
  const types = Object.entries(DEFINITION_TYPES).map(([name, given]) => [
    `\`${name}\``,
    `\`${given.type}\`${'component' in given ? ` with the component \`${given.component}\`` : ''}`,
  ]);
  return [
    ['Fields of a task', fieldTable(TaskFields)],
    ['Fields of a parameter', fieldTable(DefinitionParameter)],
    ['Types of parameters', table(['type', 'becomes'], types)],
    [
      'Kinds',
      table(
        ['kind', 'runs as'],
        kinds.map(([name, { runsAs }]) => [`\`${name}\``, runsAs]),
      ),
    ],
    ...kinds.map(([name, { schema }]) => [`Fields of \`${name}\``, fieldTable(schema)]),
  ]
    .map(([title, rows]) => `### ${title}\n\n${rows}`)
    .join('\n\n');
}

function fieldTable(schema: Parameters<typeof describedFields>[0]): string {
  const rows = describedFields(schema).map(({ name, becomes, notEmulated }) => [
    `\`${name}\``,
    notEmulated === undefined ? becomes : `${becomes === 'nothing' ? '' : `${becomes}; `}not emulated: ${notEmulated}`,
  ]);
  return table(['field', 'becomes'], rows);
}
