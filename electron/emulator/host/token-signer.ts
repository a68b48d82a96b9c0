import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  createHmac,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { PublicKey } from '../../../shared/contract/runtime/oidc.ts';
import type { State } from '../engine/context/state-port.ts';

/** Size of new keys, in bits; stored ones may be larger. */
const BITS = 2048;
/** Name of the key among the generated secrets. Its value is the private key: PKCS #8, DER, Base64. */
const SECRET = 'idTokenKey';

/** A key in use. */
interface SigningKey {
  /** Value of the stored secret. */
  readonly stored: string;
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKey;
}

/**
 * Signs JSON Web Tokens with RS256 (RFC 7515, RFC 7518). The key is generated on first use and stored with the other secrets of
 * the state.
 */
export class TokenSigner {
  readonly #state: Pick<State, 'get' | 'put'>;
  #key: SigningKey | undefined;
  #made: Promise<SigningKey> | undefined;
  #proofKey: { readonly token: string; readonly key: Promise<Buffer> } | undefined;

  constructor(state: Pick<State, 'get' | 'put'>) {
    this.#state = state;
  }

  /** Signs claims as a token. */
  async sign(claims: object): Promise<string> {
    const { privateKey, publicKey } = await this.#current();
    const header = { alg: publicKey.alg, typ: 'JWT', kid: publicKey.kid };
    const content = `${encoded(header)}.${encoded(claims)}`;
    return `${content}.${(await signed('sha256', Buffer.from(content), privateKey)).toString('base64url')}`;
  }

  /** Proves to a client that this Hangar knows the admin token. */
  async proveAdmin(token: string, challenge: AdminChallenge): Promise<string> {
    if (this.#proofKey?.token !== token) this.#proofKey = { token, key: adminProofKey(token) };
    return adminProof(await this.#proofKey.key, challenge);
  }

  async publicKey(): Promise<PublicKey> {
    return (await this.#current()).publicKey;
  }

  /** The stored key, which a checkpoint or an import may have replaced. A damaged one is generated again. */
  async #current(): Promise<SigningKey> {
    const stored = this.#state.get('secret', SECRET)?.value;
    if (stored !== undefined && this.#key?.stored !== stored) this.#key = readKey(stored);
    if (stored !== undefined && this.#key !== undefined) return this.#key;
    this.#made ??= this.#make().finally(() => (this.#made = undefined));
    return this.#made;
  }

  async #make(): Promise<SigningKey> {
    const { privateKey } = await generated('rsa', { modulusLength: BITS });
    const stored = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    this.#state.put('secret', { id: SECRET, value: stored });
    return (this.#key = keyOf(stored, privateKey));
  }
}

const signed = promisify(sign);
const generated = promisify(generateKeyPair);

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Parses a stored key; `undefined` unless it is an RSA key of sufficient size. */
function readKey(stored: string): SigningKey | undefined {
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' });
    const isUsable =
      privateKey.asymmetricKeyType === 'rsa' && (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) >= BITS;
    return isUsable ? keyOf(stored, privateKey) : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(stored: string, privateKey: KeyObject): SigningKey {
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  // The thumbprint of the key (RFC 7638): its members in this order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return { stored, privateKey, publicKey: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } };
}

/** Keeps proofs apart from any other use of the token. */
const DOMAIN = 'hangar admin token proof 1';

/** The challenge of a client to a server, and the port that the server listens on. */
interface AdminChallenge {
  /** Chosen by the client at random, so that no old proof is accepted. */
  readonly nonce: string;
  /** Keeps a program from passing the challenge on to a Hangar on another port. */
  readonly port: number;
}

/**
 * Derives the key of proofs from an admin token. It costs some 50 ms of processor time and 16 MB: who asks for a proof can try
 * tokens against it without asking again, and must not be faster at that than memory is.
 */
export async function adminProofKey(token: string): Promise<Buffer> {
  return derived(token, DOMAIN, 32);
}

const derived = promisify<string, string, number, Buffer>(scrypt);

/** The proof that a server knows the admin token. */
function adminProof(key: Buffer, { nonce, port }: AdminChallenge): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([DOMAIN, port, nonce]))
    .digest('base64url');
}

/** Compares in constant time. */
export function isAdminProof(proof: string, key: Buffer, challenge: AdminChallenge): boolean {
  const [given, expected] = [Buffer.from(proof), Buffer.from(adminProof(key, challenge))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
