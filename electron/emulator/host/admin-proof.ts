import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Keeps proofs apart from any other use of the token. */
const DOMAIN = 'hangar admin token proof 1';

/** The challenge of a client to a server, and the port that the server listens on. */
export interface AdminChallenge {
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
export function adminProof(key: Buffer, { nonce, port }: AdminChallenge): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([DOMAIN, port, nonce]))
    .digest('base64url');
}

/** Compares in constant time. */
export function isAdminProof(proof: string, key: Buffer, challenge: AdminChallenge): boolean {
  const [given, expected] = [Buffer.from(proof), Buffer.from(adminProof(key, challenge))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
