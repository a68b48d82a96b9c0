export interface Amount {
  readonly value: number;
  readonly currency: string;
}

export function format({ value, currency }: Amount): string {
  return `${value.toFixed(2)} ${currency}`;
}
