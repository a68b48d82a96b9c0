import { resolve } from 'node:path';
import { ApiError } from '../../../shared/http/errors.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { userDataFolder, isSamePath } from '../../emulator/platform/paths.ts';
import { adminTokenOf, type ClientFlags, DEFAULT_HOST, DEFAULT_PORT } from '../flags/flags.ts';
import { UnprovedError } from './admin-credential.ts';
import { connect, type Hangar } from './hangar.ts';
import { savedAddress } from './server-address.ts';
import { clearTimeout, setTimeout } from '../../emulator/timers/timers.ts';

/** Maximum time until a Hangar is found, in milliseconds: with the start of the program, less than 4 s. */
const FIND_TIMEOUT = 3000;

/**
 * Finds the running Hangar of a command: that of `--url`, otherwise that of the data folder, otherwise, without `--data`, that on
 * the default port. Rejects with a `StartError` with advice. @param warn receives a line for the user
 */
export async function findHangar({ url, data, ...tokens }: ClientFlags, warn: (line: string) => void): Promise<Hangar> {
  const token = adminTokenOf(tokens);
  if (url !== undefined) return reached(connect(url, token, false, warn), FIND_TIMEOUT);
  const own = data ?? userDataFolder();
  const folder = own === undefined ? undefined : resolve(own);
  const address = folder === undefined ? undefined : savedAddress(folder, warn);
  // Half of the time when the default port may need the other half.
  const share = data === undefined ? FIND_TIMEOUT / 2 : FIND_TIMEOUT;
  const found =
    address === undefined || folder === undefined
      ? undefined
      : await usingFolder(connect(address, token, true, warn), folder, share);
  if (found !== undefined && !(found instanceof StartError)) return found;
  if (data !== undefined)
    throw (
      found ?? new StartError('notRunning', `no Hangar uses ${folder}; start one with hangar serve --data ${folder}`)
    );
  const usual = new URL(`http://${DEFAULT_HOST}:${DEFAULT_PORT}`);
  return reached(connect(usual, token, true, warn), FIND_TIMEOUT / 2).catch((error: unknown) => {
    if (!(error instanceof StartError) || error.reason !== 'notRunning') throw error;
    if (found !== undefined) throw found;
    const places =
      folder === undefined
        ? `on port ${DEFAULT_PORT}`
        : `neither with the data folder ${folder} nor on port ${DEFAULT_PORT}`;
    throw new StartError(
      'notRunning',
      `no Hangar runs on this machine, ${places}; start one with hangar serve, or name one with --url`,
    );
  });
}

/** Lets a server show that it is a Hangar, and that it knows the admin token. Rejects when it does not. */
async function reached(hangar: Hangar, milliseconds: number): Promise<Hangar> {
  return soon(recognised(hangar), hangar, milliseconds);
}

async function recognised(hangar: Hangar): Promise<Hangar> {
  try {
    await hangar.api.ready();
  } catch (error) {
    if (error instanceof StartError && error.reason === 'notRunning') throw error;
    throw new StartError('notRunning', `what listens at ${hangar.url} is not Hangar; name another one with --url`);
  }
  await hangar.prove();
  return hangar;
}

/** Returns a Hangar if it uses this data folder; the error when it knows another token; otherwise `undefined`. */
async function usingFolder(
  hangar: Hangar,
  folder: string,
  milliseconds: number,
): Promise<Hangar | StartError | undefined> {
  try {
    const { data } = await soon(hangar.api.info(), hangar, milliseconds);
    if (isSamePath(data, folder)) return hangar;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') throw error;
    if (error instanceof UnprovedError) return error;
  }
  hangar.close();
  return undefined;
}

/** Rejects when an answer does not arrive in time. */
async function soon<Answer>(answer: Promise<Answer>, hangar: Hangar, milliseconds: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StartError('notRunning', `${hangar.url} does not answer; name another Hangar with --url`));
    }, milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    hangar.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
