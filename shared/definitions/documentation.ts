import { describedFields } from './field.ts';
import { KINDS } from './kinds.ts';
import { DEFINITION_TYPES, DefinitionParameter } from './parameters.ts';
import { TaskFields } from './task-fields.ts';

/** A table of the documentation. */
interface DocumentedTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The mapping of definition files, as tables: every field of the format, and its meaning for Hangar. */
export function definitionTables(): readonly DocumentedTable[] {
  const kinds = Object.entries(KINDS);
  return [
    { title: 'Fields of a task', head: ['field', 'becomes'], rows: fieldRows(TaskFields) },
    { title: 'Fields of a parameter', head: ['field', 'becomes'], rows: fieldRows(DefinitionParameter) },
    {
      title: 'Types of parameters',
      head: ['type', 'becomes'],
      rows: Object.entries(DEFINITION_TYPES).map(([name, given]) => [
        `\`${name}\``,
        `\`${given.type}\`${'component' in given ? ` with the component \`${given.component}\`` : ''}`,
      ]),
    },
    {
      title: 'Kinds',
      head: ['kind', 'runs as'],
      rows: kinds.map(([name, { runsAs }]) => [`\`${name}\``, runsAs]),
    },
    ...kinds.map(([name, { schema }]) => ({
      title: `Fields of \`${name}\``,
      head: ['field', 'becomes'],
      rows: fieldRows(schema),
    })),
  ];
}

function fieldRows(schema: Parameters<typeof describedFields>[0]): readonly (readonly string[])[] {
  return describedFields(schema).map(({ name, becomes, notEmulated }) => [
    `\`${name}\``,
    notEmulated === undefined ? becomes : `${becomes === 'nothing' ? '' : `${becomes}; `}not emulated: ${notEmulated}`,
  ]);
}
