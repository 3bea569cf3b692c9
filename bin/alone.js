// Plain JavaScript, like the launcher: it guards the installing too.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.busy');
const beatMs = 1_000;
/** Who has not been heard of for so long was killed. A pid would say less: in a container it is somebody else's. */
const silentMs = 5_000;
const retryMs = 200;

/**
 * Does the work while nobody else does work of this name in this checkout. Everybody lays a claim and then looks for
 * others: who is alone works, who is not takes the claim back and tries again. A claim is kept alive while the work
 * lasts, so that nothing has to be cleared away after a crash.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work begins by looking whether it was done meanwhile
 * @param {() => void} onWait told once when somebody else is at it
 * @returns {Promise<T>}
 */
export async function alone(name, work, onWait) {
  const claim = await claimAlone(name, onWait);
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

async function claimAlone(name, onWait) {
  mkdirSync(folder, { recursive: true });
  const claim = join(folder, `${name}-${randomBytes(6).toString('hex')}`);
  for (let attempt = 1; ; attempt++) {
    writeFileSync(claim, '');
    if (!hasRivals(name, claim)) return claim;
    rmSync(claim, { force: true });
    // Two who came at the same moment have only met; the second time somebody is at work.
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

/** Gone where somebody deleted the folder meanwhile: the work goes on. */
function touch(claim) {
  try {
    utimesSync(claim, new Date(), new Date());
  } catch {
    writeFileSync(claim, '');
  }
}
