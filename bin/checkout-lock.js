// Plain JavaScript, like the launcher, because it also guards the installation of packages.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.busy');
const beatMs = 1_000;
/**
 * A claim without a heartbeat for this long belongs to a killed process. A pid would not show that: containers reuse
 * pids.
 */
const silentMs = 5_000;
const retryMs = 200;

/**
 * Runs work that no other process may do at the same time in this checkout. Each process writes a claim file and then
 * looks for others: without others it works, otherwise it removes its claim and retries. A heartbeat renews the claim
 * during the work, so nothing has to be cleaned up after a crash.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work checks first whether another process has done it meanwhile
 * @param {() => void} onWait called once when another process is doing the work
 * @returns {Promise<T>}
 */
export async function withCheckoutLock(name, work, onWait) {
  const claim = await claimLock(name, onWait);
  const leave = () => rmSync(claim, { force: true });
  const beat = setInterval(() => touch(claim), beatMs);
  process.once('exit', leave);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', leave);
    leave();
  }
}

async function claimLock(name, onWait) {
  mkdirSync(folder, { recursive: true });
  const claim = join(folder, `${name}-${randomBytes(6).toString('hex')}`);
  for (let attempt = 1; ; attempt++) {
    writeFileSync(claim, '');
    if (!hasRivals(name, claim)) return claim;
    rmSync(claim, { force: true });
    // On the first attempt both processes may have removed their claims; on the second one another process is working.
    if (attempt === 2) onWait();
    await sleep(retryMs * (1 + Math.random()));
  }
}

function hasRivals(name, claim) {
  const others = readdirSync(folder).filter(
    (each) => each.startsWith(`${name}-`) && each !== basename(claim),
  );
  return others.map((each) => join(folder, each)).some(isAlive);
}

function isAlive(claim) {
  const touchedAt = statSync(claim, { throwIfNoEntry: false })?.mtimeMs;
  if (touchedAt === undefined) return false;
  if (Date.now() - touchedAt < silentMs) return true;
  rmSync(claim, { force: true });
  return false;
}

/** Writes the claim again if its folder was deleted during the work. */
function touch(claim) {
  try {
    utimesSync(claim, new Date(), new Date());
  } catch {
    writeFileSync(claim, '');
  }
}
