import type { RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { runStatus } from '../../../core/run/run-display.ts';
import { STATUS_DISPLAY } from '../../../ui/status.ts';
import { clockTime } from '../../../ui/time.ts';

/** Path of the page that compares a run with another. */
export function pathOfComparison(id: string, other: string): string {
  return `/runs/${id}/compare${other === '' ? '' : `?with=${other}`}`;
}

/** The name of a run's task. */
export function shortName({ name, taskSlug }: RunRow): string {
  return name === '' ? taskSlug : name;
}

/** A run as the text of an option: the end of its ID, its status, the time, and its first values. */
export function runChoice(row: RunRow): string {
  const values = row.values.map(([slug, value]) => `${slug} ${value}`).join(' · ');
  const parts = [row.id.slice(-6), STATUS_DISPLAY[runStatus(row)].text, clockTime(row.createdAt).slice(0, 8), values];
  return parts.filter((part) => part !== '').join(' · ');
}
