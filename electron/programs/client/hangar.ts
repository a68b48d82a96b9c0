import { setTimeout } from 'node:timers/promises';
import { emulator, type EmulatorContract } from '../../../shared/contract/emulator/index.ts';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { type Client, createClient } from '../../../shared/http/client.ts';
import { readEventStream } from '../../../shared/http/event-stream.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { createHttpClient, type HttpClient, textOf } from './http.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';

/** A running Hangar, for commands. */
export interface Hangar {
  /** Its origin. */
  readonly url: string;
  readonly api: Client<EmulatorContract>;
  /**
   * Follows the events. Yields `undefined` whenever all data must be reloaded, also at the beginning, and otherwise the events
   * of a tick. Reconnects after an interruption. Ends with the signal.
   */
  readonly follow: (options: FollowOptions) => AsyncGenerator<readonly EmulatorEvent[] | undefined>;
  /** Stores a file for a parameter of type upload. Returns its ID. */
  readonly upload: (name: string, bytes: Uint8Array) => Promise<string>;
  readonly close: () => void;
}

interface FollowOptions {
  /** ID of a run whose log lines to follow, too. */
  readonly run?: string;
  readonly signal: AbortSignal;
}

/** Creates the client of a Hangar at a URL. */
export function connect(url: URL, adminToken: string | undefined): Hangar {
  const http = createHttpClient(url);
  const own: Record<string, string> = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  const api = createClient(emulator, {
    base: '',
    headers: () => own,
    transport: async (target, { method, headers, body }) => {
      const answer = await http.open(target, { method, headers, body });
      const text = await textOf(answer);
      return { status: answer.statusCode ?? 0, headers: { get: () => null }, text: () => Promise.resolve(text) };
    },
  });
  return {
    url: url.origin,
    api,
    follow: (options) => follow(http, own, options),
    upload: (name, bytes) => upload(http, own, { name, bytes }),
    close: () => http.close(),
  };
}

/** Delay before the event stream is opened again, in milliseconds. */
const RETRY_DELAY = 250;

async function* follow(
  http: HttpClient,
  own: Readonly<Record<string, string>>,
  { run, signal }: FollowOptions,
): AsyncGenerator<readonly EmulatorEvent[] | undefined> {
  const target = emulator.events.path + (run === undefined ? '' : `?run=${encodeURIComponent(run)}`);
  for (;;) {
    try {
      const answer = await http.open(target, { headers: { ...own, accept: 'text/event-stream' }, signal });
      if (answer.statusCode !== 200) throw new StartError('failed', `${target} answered ${answer.statusCode ?? 0}`);
      yield undefined;
      for await (const message of readEventStream(answer.setEncoding('utf8'))) {
        if (message.kind === 'comment') continue;
        const events = eventsOf(message.data);
        yield events.some(({ type }) => type === 'reset') ? undefined : events;
      }
    } catch (error) {
      if (signal.aborted) return;
      // A broken stream is opened again, which fails when the server has ended.
      if (error instanceof StartError) throw error;
    }
    await setTimeout(RETRY_DELAY);
  }
}

function eventsOf(data: string): readonly EmulatorEvent[] {
  try {
    // The contract has the types of the events.
    return parseOwnJson<readonly EmulatorEvent[]>(data);
  } catch {
    throw new StartError('failed', 'the event stream has a message that is not JSON');
  }
}

async function upload(
  http: HttpClient,
  own: Readonly<Record<string, string>>,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<string> {
  const { method, path, response } = emulator.uploads.create;
  const headers = { ...own, 'content-type': 'application/octet-stream' };
  const answer = await http.open(`${path}?name=${encodeURIComponent(name)}`, { method, headers, body: bytes });
  const stored = response.safeParse(JSON.parse(await textOf(answer)));
  if (stored.success) return stored.data.id;
  throw new StartError('failed', `the file ${name} could not be stored: status ${answer.statusCode ?? 0}`);
}
