import { randomBytes } from 'node:crypto';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';

/** The port inside of the container; outside, Testcontainers chooses one. */
const PORT = 4100;

/** A Hangar in a container: point the program under test at `url`, with `apiKey`. */
export interface HangarContainer {
  readonly url: string;
  readonly apiKey: string;
  /** Sends a request, POST with a body and GET without. Gives its JSON; throws for a refusal. */
  readonly call: (path: string, body?: object) => Promise<unknown>;
  /** Returns to an empty state and to the definitions of hangar.json, before each test. */
  readonly reset: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a Hangar for a suite. Sandboxes have ports that a container does not show, so tests share it and run one after
 * another; give a container to each file that is to run beside others.
 * @param folder with the Dockerfile, hangar.tgz and hangar.json
 */
export async function startHangar(folder: string): Promise<HangarContainer> {
  const apiKey = `tkn_${randomBytes(16).toString('hex')}`;
  const adminToken = randomBytes(16).toString('hex');
  // The name or address of the machine with the containers: Hangar accepts no other `Host` but loopback's and those given.
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  const image = await GenericContainer.fromDockerfile(folder).build();
  const container = await image
    .withEnvironment({ HANGAR_API_KEY: apiKey, HANGAR_ADMIN_TOKEN: adminToken, HANGAR_ALLOWED_HOST: host })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/_emulator/ready', PORT))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(PORT)}`;
  const call = async (path: string, body?: object): Promise<unknown> => {
    const headers: Record<string, string> = { 'X-Service-API-Key': apiKey };
    if (path.startsWith('/_emulator')) headers['Authorization'] = `Bearer ${adminToken}`;
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    url,
    apiKey,
    call,
    reset: () => call('/_emulator/reset', { workspace: true }),
    stop: async () => void (await container.stop()),
  };
}
