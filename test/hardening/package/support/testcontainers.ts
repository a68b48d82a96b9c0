import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../support/free-port.ts';
import type { Image } from './image.ts';

// The part of the package `testcontainers` that the recipe calls, for an image that was built by hand (TEST_IMAGE): a container
// is a process of this machine, which others reach by the name or address in TEST_HOST, on a port of its own.

const HOST = process.env['TEST_HOST'] ?? '';

/** The machine with the containers. */
export function getContainerRuntimeClient() {
  return Promise.resolve({ info: { containerRuntime: { host: HOST } } });
}

type WaitStrategy = (ports: ReadonlyMap<number, number>) => Promise<void>;

export const Wait = {
  /** Waits until a path answers with 200. */
  forHttp(path: string, port: number): WaitStrategy {
    return async (ports) => {
      const answers = () => fetch(`http://${HOST}:${ports.get(port) ?? 0}${path}`).catch(() => undefined);
      while ((await answers())?.status !== 200) await setTimeout(50);
    };
  },
};

export class GenericContainer {
  readonly #image: Image;
  #env: Readonly<Record<string, string>> = {};
  #ports: readonly number[] = [];
  #wait: WaitStrategy = () => Promise.resolve();

  constructor(image: Image) {
    this.#image = image;
  }

  static fromDockerfile() {
    // The test that starts this program has built it.
    const image = JSON.parse(process.env['TEST_IMAGE'] ?? '') as Image;
    return { build: () => Promise.resolve(new GenericContainer(image)) };
  }

  withEnvironment(env: Readonly<Record<string, string>>): this {
    this.#env = env;
    return this;
  }

  withExposedPorts(...ports: readonly number[]): this {
    this.#ports = ports;
    return this;
  }

  withWaitStrategy(wait: WaitStrategy): this {
    this.#wait = wait;
    return this;
  }

  async start() {
    const [inside = 0] = this.#ports;
    const outside = await freePort();
    const { root, env, cwd, uid, entrypoint, command } = this.#image;
    const [program = '', ...args] = [...entrypoint, ...command];
    const user = uid === undefined ? {} : { uid, gid: uid };
    const variables = { ...env, HOME: root, HANGAR_PORT: String(outside), ...this.#env };
    const child = spawn(program, args, { cwd: join(root, cwd), env: variables, stdio: 'inherit', ...user });
    await Promise.race([this.#wait(new Map([[inside, outside]])), endedEarly(child)]);
    return {
      getHost: () => HOST,
      getMappedPort: (port: number) => (port === inside ? outside : 0),
      stop: async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
}

async function endedEarly(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`the container ended with ${String(code)}`);
}
