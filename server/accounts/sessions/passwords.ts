import { hash, verify } from '@node-rs/argon2';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

/** OWASP's Argon2id (the library's default variant): 19 MiB, two passes, one lane. About 25 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The threads that hash also read files and compress pages: half of them stay free, and a flood of sign-ins waits for
 * a second or two at most (T101).
 */
const inTurn = concurrencyLimit(2, 50);

/** The hash of a password nobody knows: what a sign-in to an unknown account is checked against (T38). */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$O30dUugEe1lkUJxunCogXQ$/vDl65AvMgvo75Qm85J98AvBlGqp8kjjGxaIwJDlGwA';

/** @throws `unavailable` while too many wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * Whether the password is the account's. An account that does not exist takes as long and is never right.
 * @throws `unavailable` while too many wait
 */
export async function passwordMatches(kept: string | null, password: string): Promise<boolean> {
  const right = await inTurn(() => verify(kept ?? nobodysHash, password));
  return right && kept !== null;
}
