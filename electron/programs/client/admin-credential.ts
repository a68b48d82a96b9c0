import { randomBytes } from 'node:crypto';
import { emulator } from '../../../shared/contract/emulator/index.ts';
import { adminProofKey, isAdminProof } from '../../emulator/host/token-signer.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { jsonOfText } from '../../../shared/values/json.ts';
import { type HttpClient, shortTextOf } from './http.ts';

/** Thrown when a server has not proved that it knows the admin token, which it was not sent. */
export class UnprovedError extends StartError {
  constructor(message: string) {
    super('notRunning', message);
  }
}

/** A server, and the admin token for it. */
interface AdminCredentialOptions {
  readonly url: URL;
  readonly token: string | undefined;
  /** True when the port of the URL is the server's own; through a proxy or a container it may be another one. */
  readonly isOwnPort: boolean;
}

/**
 * The admin token of a client. It is sent only to a server that has proved to know it, since another program may listen where a
 * Hangar was.
 */
export class AdminCredential {
  readonly #http: HttpClient;
  readonly #options: AdminCredentialOptions;
  #proved: Promise<void> | undefined;

  constructor(http: HttpClient, options: AdminCredentialOptions) {
    this.#http = http;
    this.#options = options;
    // Behind a new connection may be another program.
    http.onClose(() => (this.#proved = undefined));
  }

  /** The headers of a request. Rejects with `StartError` when the server has not proved that it knows the token. */
  async headers(): Promise<Record<string, string>> {
    const { token } = this.#options;
    if (token === undefined) return {};
    const proved = (this.#proved ??= this.#prove(token));
    try {
      await proved;
    } catch (error) {
      if (this.#proved === proved) this.#proved = undefined;
      throw error;
    }
    return { authorization: `Bearer ${token}` };
  }

  async #prove(token: string): Promise<void> {
    const { url, isOwnPort } = this.#options;
    const nonce = randomBytes(32).toString('base64url');
    const answer = await this.#http.open(`${emulator.proof.path}?nonce=${nonce}`);
    const given = emulator.proof.response.safeParse(jsonOfText(await shortTextOf(answer)));
    if (!given.success) throw unproved(url);
    const { proof, port } = given.data;
    if (proof === null)
      throw new UnprovedError(
        `no running Hangar with an admin token at ${url.origin}: the one there needs none; leave the token out`,
      );
    if (isOwnPort && port !== portOf(url)) throw unproved(url);
    if (!isAdminProof(proof, await adminProofKey(token), { nonce, port })) throw unproved(url);
  }
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function unproved({ origin }: URL): UnprovedError {
  return new UnprovedError(
    `no running Hangar at ${origin}: what listens there did not prove that it knows the admin token, which was not sent; ` +
      'give the right token with --admin-token-file, or name another Hangar with --url',
  );
}
