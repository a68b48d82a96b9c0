import { z } from 'zod';
import { emulator, type EmulatorContract } from '../../../shared/contract/emulator/index.ts';
import { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { type Client, createClient } from '../../../shared/http/client.ts';
import { readEventStream } from '../../../shared/http/event-stream.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { AdminCredential } from './admin-credential.ts';
import { createHttpClient, type HttpClient, shortTextOf, textOf } from './http.ts';
import { fieldsOf, jsonOfText } from '../../../shared/values/json.ts';
import { pause } from '../../emulator/timers/timers.ts';
import { type Contract, isEndpoint } from '../../../shared/http/endpoint.ts';

/** A running Hangar, for commands. */
export interface Hangar {
  /** Its origin. */
  readonly url: string;
  readonly api: Client<EmulatorContract>;
  /** Lets the server prove that it knows the admin token, if there is one. Rejects with `StartError`. */
  readonly prove: () => Promise<void>;
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

/**
 * Creates the client of a Hangar at a URL. The admin token goes only to a server that has proved to know it.
 * @param isOwnPort see `AdminCredential`
 * @param warn receives the warnings of answers, for the user
 */
export function connect(
  url: URL,
  token: string | undefined,
  isOwnPort = false,
  warn: (line: string) => void = () => {},
): Hangar {
  const http = createHttpClient(url);
  const own = new AdminCredential(http, { url, token, isOwnPort });
  const api = createClient(emulator, {
    base: '',
    transport: async (target, { method, headers, body }) => {
      const isFirst = target === emulator.ready.path;
      const credential = isFirst ? {} : await own.headers();
      const answer = await http.open(target, { method, headers: { ...headers, ...credential }, body });
      const warning = answer.headers['x-hangar-warning'];
      if (typeof warning === 'string') warn(`warning: ${warning}`);
      const text = await (isFirst ? shortTextOf(answer) : textOf(answer));
      return { status: answer.statusCode ?? 0, headers: { get: () => null }, text: () => Promise.resolve(text) };
    },
  });
  return {
    url: url.origin,
    api: checkedClient(emulator, api, url.origin),
    prove: async () => void (await own.headers()),
    follow: (options) => follow(http, own, options),
    upload: (name, bytes) => upload(http, own, { name, bytes }),
    close: () => http.close(),
  };
}

/** Delay before the event stream is opened again, in milliseconds. */
const RETRY_DELAY = 250;

async function* follow(
  http: HttpClient,
  own: AdminCredential,
  { run, signal }: FollowOptions,
): AsyncGenerator<readonly EmulatorEvent[] | undefined> {
  const target = emulator.events.path + (run === undefined ? '' : `?run=${encodeURIComponent(run)}`);
  for (;;) {
    try {
      const answer = await http.open(target, {
        headers: { ...(await own.headers()), accept: 'text/event-stream' },
        signal,
      });
      if (answer.statusCode !== 200) throw new StartError('failed', `${target} answered ${answer.statusCode ?? 0}`);
      if (answer.headers['content-type']?.startsWith('text/event-stream') !== true)
        throw new StartError('failed', `${target} is not an event stream; does another program listen there?`);
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
    await pause(RETRY_DELAY);
  }
}

const Events = z.array(EmulatorEvent);

function eventsOf(data: string): readonly EmulatorEvent[] {
  const events = Events.safeParse(jsonOfText(data));
  if (!events.success) throw new StartError('failed', "the event stream has a message that is not Hangar's");
  return events.data;
}

async function upload(
  http: HttpClient,
  own: AdminCredential,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<string> {
  const { method, path, response } = emulator.uploads.create;
  const headers = { ...(await own.headers()), 'content-type': 'application/octet-stream' };
  const answer = await http.open(`${path}?name=${encodeURIComponent(name)}`, { method, headers, body: bytes });
  const stored = response.safeParse(jsonOfText(await textOf(answer)));
  if (stored.success) return stored.data.id;
  throw new StartError('failed', `the file ${name} could not be stored: status ${answer.statusCode ?? 0}`);
}

const NOTHING = z.looseObject({});

type Call = (request?: object) => Promise<unknown>;

/**
 * Returns a client whose answers have the form that the contract promises. Another server, or a Hangar of another version, may
 * answer anything: then a call rejects with a `StartError`.
 */
function checkedClient<Client extends object>(contract: Contract, client: Client, origin: string): Client {
  const checked = Object.entries(contract).map(([name, node]) => {
    // A client has the shape of its contract.
    const own = fieldsOf(client)[name];
    if (!isEndpoint(node)) return [name, checkedClient(node, own as object, origin)] as const;
    const { method, path, response = NOTHING } = node;
    const call: Call = async (request) => {
      const answer = await (own as Call)(request);
      if (response.safeParse(answer).success) return answer;
      const what = `${origin} sent an answer to ${method} ${path} that is not Hangar's`;
      throw new StartError('failed', `${what}; does another program, or another version of Hangar, listen there?`);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(checked) as Client;
}
