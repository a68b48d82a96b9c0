import { type Described, type OutputSource, type TaskForm, keptLines } from './describe.ts';
import { typescriptComment, typescriptText } from './literals.ts';
import type { Field, Shape } from './shape.ts';
import { TYPESCRIPT_CLIENT } from './typescript-client.ts';

const HEAD = `// Made by \`hangar types\` from the workspace. Make it again instead of editing it.
/* eslint-disable */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
`;

const SOURCES: Readonly<Record<OutputSource, string>> = {
  declared: 'Output: declared by the steps of the task.',
  observed: 'Output: observed in runs of the task.',
  unknown: 'Output: unknown, no run of the task has succeeded yet.',
};

/** Writes the types of a workspace as a TypeScript file. */
export function typescriptFile({ tasks, runbooks, prompts }: Described): string {
  const values = (field: string) => (form: { readonly fields: readonly Field[] }) => [
    `${field}: ${objectType(form.fields, false, '    ')};`,
  ];
  return [
    HEAD,
    section('Tasks', 'Tasks by slug: their parameters and outputs.', tasks, (task) => [
      ...values('params')(task),
      ...outputLines(task),
    ]),
    section('Runbooks', 'Runbooks by slug: their parameters.', runbooks, values('params')),
    section('Prompts', 'Prompts by task or runbook: the values of an answer.', prompts, values('values')),
    TYPESCRIPT_CLIENT,
    ...keptLines('//', tasks).map((line) => `${line}\n`),
  ].join('\n');
}

function section<Form extends { readonly slug: string; readonly note: string }>(
  name: string,
  note: string,
  forms: readonly Form[],
  linesOf: (form: Form) => readonly string[],
): string {
  const parts = forms.map((form) =>
    [
      ...(form.note === '' ? [] : [`  ${typescriptComment(form.note)}`]),
      `  readonly ${typescriptText(form.slug)}: {`,
      ...linesOf(form).map((line) => `    ${line}`),
      '  };\n',
    ].join('\n'),
  );
  return `/** ${note} */\nexport interface ${name} {\n${parts.join('')}}\n`;
}

function outputLines({ output, source }: TaskForm): readonly string[] {
  return [`/** ${SOURCES[source]} */`, `output: ${typeOf(output)};`];
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'integer':
      return 'number';
    case 'json':
      return 'Json';
    case 'literal':
      return typeof shape.value === 'string' ? typescriptText(shape.value) : String(shape.value);
    case 'list':
      return `ReadonlyArray<${typeOf(shape.of)}>`;
    case 'object':
      return objectType(shape.fields, shape.isOpen);
    case 'union':
      return shape.of.length === 0 ? 'never' : shape.of.map(typeOf).join(' | ');
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return shape.kind;
  }
}

/** The type of an object. @param indent of its first line; without one it is written on one line */
function objectType(fields: readonly Field[], isOpen: boolean, indent?: string): string {
  if (fields.length === 0) return isOpen ? '{ readonly [name: string]: Json }' : '{ readonly [name: string]: never }';
  const lines = fields.map(({ name, shape, isOptional, note }) => {
    const comment = note === '' || indent === undefined ? '' : `${typescriptComment(note)}\n${indent}  `;
    return `${comment}readonly ${typescriptText(name)}${isOptional ? '?' : ''}: ${typeOf(shape)};`;
  });
  // An index signature would have to include the types of optional fields.
  if (isOpen) lines.push('readonly [name: string]: unknown;');
  return indent === undefined
    ? `{ ${lines.join(' ')} }`
    : `{\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`;
}
