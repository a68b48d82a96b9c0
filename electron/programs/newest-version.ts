import { sync } from 'cross-spawn';
import { version } from '../../package.json' with { type: 'json' };
import { StartError } from '../emulator/host/start-error.ts';
import { jsonOfText } from '../../shared/values/json.ts';

/** Time to wait for npm, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Asks the user's npm, with its registry and its proxy, for the newest version; returns a sentence about it. Only `--version --check` does
 * so: Hangar never looks for a newer version by itself. Throws `StartError`.
 */
export function newestVersion(): string {
  const args = ['view', 'hangar', 'version', '--json', '--fetch-retries=0'];
  const { status, stdout, stderr, error } = sync('npm', args, { encoding: 'utf8', timeout: PATIENCE });
  const newest = status === 0 ? jsonOfText(stdout) : undefined;
  if (typeof newest !== 'string' || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(newest)) {
    const [reason = 'it gave no version'] = [error?.message, ...stderr.split('\n')].filter(Boolean);
    throw new StartError('failed', `npm could not say which version is the newest: ${reason}`);
  }
  return newest === version ? 'It is the newest.' : `The newest is ${newest}: npm install hangar@${newest}`;
}
