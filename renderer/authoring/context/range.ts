/** The minimum and maximum of a number. */
export interface Range {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const READ = new RegExp(
  String.raw`^(?<value>[\w.]+) < (?<least>${NUMBER}) \? 'At least \k<least>' : ` +
    String.raw`(?:\k<value> > (?<most>${NUMBER}) \? 'At most \k<most>' : )?null$`,
);
const READ_MOST = new RegExp(String.raw`^(?<value>[\w.]+) > (?<most>${NUMBER}) \? 'At most \k<most>' : null$`);

/** The `validate` expression of a range; '' for no limits. */
export function rangeExpression(value: string, { least, most }: Range): string {
  const rules = [
    ...(least === undefined ? [] : [`${value} < ${least} ? 'At least ${least}' : `]),
    ...(most === undefined ? [] : [`${value} > ${most} ? 'At most ${most}' : `]),
  ];
  return rules.length === 0 ? '' : `${rules.join('')}null`;
}

/** The range of such an expression; undefined for any other expression. */
export function rangeOf(value: string, expression: string): Range | undefined {
  if (expression.trim() === '') return {};
  const groups = (READ.exec(expression.trim()) ?? READ_MOST.exec(expression.trim()))?.groups;
  if (groups?.['value'] !== value) return undefined;
  return { least: numberOf(groups['least']), most: numberOf(groups['most']) };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
