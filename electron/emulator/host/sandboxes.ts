import type { ServerResponse } from 'node:http';
import type { NewSandbox, SandboxRow } from '../../../shared/contract/emulator/sandboxes.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { asEmulated, formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { EngineEvent, Ids, MachineClock } from '../engine/context/ports.ts';
import { type TestedServer, Tests } from './tests.ts';

/** Maximum number of sandboxes, including those that begin or end. */
const MAX_SANDBOXES = 64;

/** A server of a sandbox. */
export interface SandboxServer extends TestedServer {
  readonly url: string;
  readonly apiKey: string;
  readonly stop: () => Promise<void>;
}

/** Functions that a server of a sandbox calls. */
export interface SandboxWatch {
  /** Called with the response of every request. */
  readonly onRequest: IdleWatch['note'];
  /** Called when the findings may have changed. */
  readonly onFindings: () => void;
}

/** Dependencies of sandboxes. */
interface SandboxPorts<Server extends SandboxServer> {
  readonly clock: MachineClock;
  readonly ids: Ids;
  /** Starts the server of a sandbox, which tells what happens in it. */
  readonly open: (request: NewSandbox, watch: SandboxWatch) => Promise<Server>;
  /** Called with the server of a sandbox before it ends. */
  readonly ending: (server: Server) => void;
  readonly emit: (event: EngineEvent) => void;
  readonly reportError: (error: unknown) => void;
}

/** A running sandbox. */
interface Sandbox<Server extends SandboxServer> {
  readonly row: SandboxRow;
  readonly server: Server;
  /** Ends it. Resolves when its port is free, even if it has ended before. */
  readonly close: () => Promise<void>;
}

interface Entry<Server extends SandboxServer> extends Sandbox<Server> {
  readonly idle: IdleWatch;
}

/** The sandboxes of an emulator. Each ends when it is removed, when it is idle, and with the emulator. */
export class Sandboxes<Server extends SandboxServer> {
  /** The tests that sandboxes are for. */
  readonly tests: Tests;
  readonly #ports: SandboxPorts<Server>;
  readonly #running = new Map<string, Entry<Server>>();
  /** Sandboxes that begin or end. */
  readonly #changing = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(ports: SandboxPorts<Server>) {
    this.#ports = ports;
    this.tests = new Tests(ports);
  }

  /** The running sandboxes, oldest first. */
  readonly list = (): SandboxRow[] => [...this.#running.values()].map(({ row }) => row);

  /** The servers of the running sandboxes. */
  get servers(): Server[] {
    return [...this.#running.values()].map(({ server }) => server);
  }

  /** Starts a sandbox. Throws `ApiError('conflict')` when there are too many. */
  readonly create = async (request: NewSandbox): Promise<Sandbox<Server>> => {
    if (this.#isClosed) throw new ApiError('conflict', STOPPING);
    if (this.#running.size + this.#changing.size >= MAX_SANDBOXES) throw new ApiError('conflict', TOO_MANY);
    return this.#whileChanging(this.#start(request));
  };

  /** Ends a sandbox; resolves when its port is free. Throws `ApiError('not_found')` for an unknown one. */
  readonly remove = async (id: string): Promise<void> => {
    const entry = this.#running.get(id);
    if (entry === undefined)
      throw new ApiError('not_found', `There is no sandbox "${quoteForMessage(id)}"; it may have ended.`);
    await entry.close();
  };

  /** Ends all sandboxes. Later ones are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#running.values()) void entry.close();
    await Promise.allSettled(this.#changing);
  }

  async #start(request: NewSandbox): Promise<Sandbox<Server>> {
    const { clock, ids, open, emit } = this.#ports;
    const id = ids.next('sandbox', asEmulated(clock.now()));
    const idle = new IdleWatch(clock, request.idleSeconds * 1000, () => void entry.close());
    const server = await open(request, this.#watchOf(id, idle));
    if (this.#isClosed) {
      await server.stop();
      throw new ApiError('conflict', STOPPING);
    }
    const { url, apiKey } = server;
    const row = { id, url, apiKey, ...request, createdAt: formatTimestamp(clock.now()) };
    let ended: Promise<void> | undefined;
    const entry: Entry<Server> = { row, server, idle, close: () => (ended ??= this.#whileChanging(this.#end(entry))) };
    this.#running.set(id, entry);
    idle.start();
    emit({ type: 'sandboxes' });
    if (request.test !== undefined) this.tests.begin({ id, test: request.test, url, server });
    return entry;
  }

  #watchOf(id: string, idle: IdleWatch): SandboxWatch {
    const onFindings = (): void => this.tests.changed(id);
    return {
      onFindings,
      onRequest: (response) => {
        idle.note(response);
        response.once('close', onFindings);
      },
    };
  }

  async #end({ row, server, idle }: Entry<Server>): Promise<void> {
    const { ending, emit, reportError } = this.#ports;
    this.#running.delete(row.id);
    idle.stop();
    // At the end of all, nobody is left to read it.
    if (!this.#isClosed) await this.tests.end(row.id);
    ending(server);
    emit({ type: 'sandboxes' });
    await server.stop().catch(reportError);
  }

  async #whileChanging<Result>(change: Promise<Result>): Promise<Result> {
    this.#changing.add(change);
    try {
      return await change;
    } finally {
      this.#changing.delete(change);
    }
  }
}

const STOPPING = 'Hangar is stopping.';
const TOO_MANY = `There are ${MAX_SANDBOXES} sandboxes, the maximum: end one with DELETE /_emulator/sandboxes/{id}, or let unused ones end sooner by a smaller idleSeconds.`;

/** Calls back once after a time without a request. A request in progress counts until its response is closed. */
class IdleWatch {
  readonly #clock: MachineClock;
  readonly #milliseconds: number;
  readonly #whenIdle: () => void;
  readonly #pending = new Set<ServerResponse>();
  #lastEnd = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: MachineClock, milliseconds: number, whenIdle: () => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#whenIdle = whenIdle;
  }

  /** Starts the timer. */
  start(): void {
    this.#lastEnd = this.#clock.monotonic();
    this.#wait(this.#milliseconds);
  }

  /** Records a request. */
  readonly note = (response: ServerResponse): void => {
    this.#pending.add(response);
    response.once('close', () => this.#end(response));
  };

  stop(): void {
    this.#cancel?.();
  }

  #wait(milliseconds: number): void {
    this.#cancel = this.#clock.after(milliseconds, () => this.#check());
  }

  #end(response: ServerResponse): void {
    this.#pending.delete(response);
    this.#lastEnd = this.#clock.monotonic();
  }

  #check(): void {
    // Node does not close the responses that wait behind another one on a lost connection.
    for (const response of this.#pending) if (response.req.socket.destroyed) this.#pending.delete(response);
    const idle = this.#pending.size > 0 ? 0 : this.#clock.monotonic() - this.#lastEnd;
    if (idle >= this.#milliseconds) this.#whenIdle();
    else this.#wait(this.#milliseconds - idle);
  }
}
