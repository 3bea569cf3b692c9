import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link to something private works, in milliseconds. */
export const linkLastsMs = 15 * 60_000;

/** The signature of a link over all that it says. */
export function signLink(key: Buffer, said: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(said)).digest('base64url');
}

export function isSignedLink(key: Buffer, said: readonly unknown[], given: string): boolean {
  const [one, other] = [Buffer.from(signLink(key, said)), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
