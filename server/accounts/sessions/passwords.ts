import { hash, verify } from '@node-rs/argon2';
import { concurrencyLimit } from '#server/concurrency/concurrency-limit.ts';

/** OWASP's Argon2id (the library's default variant): 19 MiB, two passes, one lane. About 25 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing shares its threads with file reads and compression, so only half of them are used, and a burst of sign-ins
 * waits a second or two at most (T101).
 */
const limited = concurrencyLimit(2, 50);

/** The hash of an unknown password, which a sign-in to an unknown account is checked against (T38). */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$O30dUugEe1lkUJxunCogXQ$/vDl65AvMgvo75Qm85J98AvBlGqp8kjjGxaIwJDlGwA';

/** @throws `unavailable` while too many wait */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, cost));
}

/**
 * Whether the password is the account's. For a missing account it takes as long and is always false.
 * @throws `unavailable` while too many wait
 */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  const right = await limited(() => verify(storedHash ?? dummyHash, password));
  return right && storedHash !== null;
}
