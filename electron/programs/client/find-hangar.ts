import { resolve } from 'node:path';
import { ApiError } from '../../../shared/http/errors.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { userDataFolder } from '../../emulator/host/user-data.ts';
import { adminTokenOf, DEFAULT_HOST, DEFAULT_PORT } from '../flags/flags.ts';
import type { ClientFlags } from './client-flags.ts';
import { connect, type Hangar } from './hangar.ts';
import { savedAddress } from './server-address.ts';

/**
 * Finds the running Hangar of a command: that of `--url`, otherwise that of the data folder, otherwise, without `--data`, that on
 * the default port. Rejects with a `StartError` with advice.
 */
export async function findHangar({ url, data, ...tokens }: ClientFlags): Promise<Hangar> {
  const token = adminTokenOf(tokens);
  if (url !== undefined) return reached(url, token);
  const folder = resolve(data ?? userDataFolder(process.platform, process.env));
  const address = savedAddress(folder);
  const found = address === undefined ? undefined : await serving(address, { folder, token });
  if (found !== undefined) return found;
  if (data !== undefined)
    throw new StartError('notRunning', `no Hangar uses ${folder}; start one with hangar serve --data ${folder}`);
  const usual = new URL(`http://${DEFAULT_HOST}:${DEFAULT_PORT}`);
  return reached(usual, token).catch((error: unknown) => {
    if (!(error instanceof StartError) || error.reason !== 'notRunning') throw error;
    throw new StartError(
      'notRunning',
      `no Hangar runs on this machine, neither with the data folder ${folder} nor on port ${DEFAULT_PORT}; ` +
        'start one with hangar serve, or name one with --url',
    );
  });
}

/** Connects to a Hangar. Rejects when none listens at the address. */
async function reached(url: URL, token: string | undefined): Promise<Hangar> {
  const hangar = connect(url, token);
  try {
    const answer: unknown = await soon(hangar.api.ready(), url);
    if (typeof answer === 'object' && answer !== null && 'ready' in answer) return hangar;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new StartError('notRunning', `what listens at ${url.origin} is not Hangar; name another one with --url`);
}

/** Connects to the Hangar at an address if it uses this data folder; otherwise `undefined`. */
async function serving(
  address: URL,
  { folder, token }: { readonly folder: string; readonly token: string | undefined },
): Promise<Hangar | undefined> {
  const hangar = connect(address, token);
  try {
    return (await soon(hangar.api.info(), address)).data === folder ? hangar : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') throw error;
    return undefined;
  }
}

/** Timeout of the first answer, in milliseconds. */
const FIRST_ANSWER_TIMEOUT = 5000;

/** Rejects when the first answer does not arrive in time. */
async function soon<Answer>(answer: Promise<Answer>, { origin }: URL): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StartError('notRunning', `${origin} does not answer; name another Hangar with --url`));
    }, FIRST_ANSWER_TIMEOUT);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
