import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { distinction, runStatus } from '../../../core/run/run-display.ts';

/** Path of the page that compares a run with another. */
export function pathOfComparison(id: string, other: string): string {
  return `/runs/${id}/compare${other === '' ? '' : `?with=${other}`}`;
}

/** A run as the text of an option, with its first values. */
export function runChoice(row: RunRow): string {
  const values = row.values.map(([slug, value]) => `${slug} ${value}`).join(' · ');
  return [distinction(runStatus(row), row), values].filter((part) => part !== '').join(' · ');
}
