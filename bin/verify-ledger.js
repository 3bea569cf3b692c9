// Verifies the closed days of the ledger as published at /transparencia: node bin/verify-ledger.js FILES… or an address.
// It needs nothing but Node.js, so that anyone can run it; decision 123 describes the format.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The root of a day: of the former root and the day, then of each result and the next journal's hash. */
export function rootOf({ day, formerRoot, hashes }) {
  let root = sha256(Buffer.from(formerRoot ?? '', 'hex'), day);
  for (const hash of hashes) root = sha256(root, Buffer.from(hash, 'hex'));
  return root.toString('hex');
}

/** What is wrong with these days, a line each, in the order of their numbers. */
export function faultsOf(days) {
  const sorted = days.toSorted((a, b) => a.number - b.number);
  return sorted.flatMap((day, index) => {
    const former = sorted[index - 1];
    const faults = [];
    if (day.next) faults.push(`${day.day}: o arquivo tem só o começo do dia; confira pelo endereço do site`);
    else if (day.hashes.length !== day.journals)
      faults.push(`${day.day}: há ${day.hashes.length} lançamentos, e foram publicados ${day.journals}`);
    else if (rootOf(day) !== day.root) faults.push(`${day.day}: os lançamentos não dão o código publicado`);
    if (former?.number === day.number - 1 && former.root !== day.formerRoot)
      faults.push(`${day.day}: não segue o código de ${former.day}`);
    return faults;
  });
}

async function get(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} respondeu ${reply.status}`);
  return (await reply.json()).data;
}

/** All pages of a day. */
async function download(origin, day) {
  const page = (after) => get(`${origin}/api/v1/public/closings/${day}${after ? `?after=${after}` : ''}`);
  const whole = await page(null);
  for (let { next } = whole; next !== null;) {
    const following = await page(next);
    whole.hashes.push(...following.hashes);
    ({ next } = following);
  }
  return { ...whole, next: null };
}

async function readDays(sources) {
  const days = [];
  for (const source of sources) {
    if (/^https?:/.test(source)) {
      const origin = new URL(source).origin;
      const { closings } = await get(`${origin}/api/v1/public/transparency`);
      for (const { day } of closings) days.push(await download(origin, day));
    } else {
      const content = JSON.parse(await readFile(source, 'utf8'));
      days.push(content.data ?? content);
    }
  }
  return days;
}

async function main(sources) {
  if (sources.length === 0) {
    console.error('Escreva: node bin/verify-ledger.js ARQUIVOS…, ou o endereço do site');
    return 1;
  }
  const days = await readDays(sources);
  const faults = faultsOf(days);
  for (const { day, journals, root } of days) console.log(`${day}  ${journals} lançamentos  ${root}`);
  for (const fault of faults) console.error(`✖ ${fault}`);
  if (faults.length === 0) console.log(`Confere: ${days.length === 1 ? 'um dia' : `${days.length} dias`}.`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(`✖ ${error.message}`);
    return 1;
  });
