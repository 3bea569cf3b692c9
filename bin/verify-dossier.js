// Verifies the dossier of an order: node bin/verify-dossier.js FILE… [--key PUBLIC KEY] [--ledger DAY…]
// It needs nothing but Node.js and no network, so that anyone can run it; decision 135 describes the format.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { faultsOf } from './verify-ledger.js';

const format = 'praca-dossier-1';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** JSON of RFC 8785: names sorted, no space. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

const isHex = (text, bytes) => typeof text === 'string' && new RegExp(`^[0-9a-f]{${bytes * 2}}$`).test(text);

function isSigned(publicKey, hash, signature) {
  if (!isHex(publicKey, 32) || !isHex(signature?.publicKey, 32) || !isHex(signature.value, 64)) return false;
  const raw = Buffer.from(publicKey, 'hex');
  if (signature.algorithm !== 'Ed25519' || signature.keyId !== sha256(raw).slice(0, 16)) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(`${format}:${hash}`), key, Buffer.from(signature.value, 'hex'));
}

/**
 * What is wrong with a dossier, a line each.
 * @param bytes of the file
 * @param publishedKey the public key that the site published, in hexadecimal; without it that of the file is used
 */
export function faultsOfDossier(bytes, publishedKey) {
  const text = bytes.toString('utf8');
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return ['o arquivo não é JSON'];
  }
  if (file?.format !== format) return [`o arquivo não é um dossiê da forma ${format}`];
  // Also finds bytes that are no UTF-8, doubled names and added spaces, which reading the JSON would hide.
  if (!Buffer.from(canonical(file)).equals(bytes))
    return ['o arquivo foi alterado: não está na forma em que foi feito'];
  const faults = [];
  const { dossier, signature } = file;
  const hash = sha256(canonical(dossier ?? null));
  if (hash !== file.sha256) faults.push('o conteúdo foi alterado: não dá o SHA-256 escrito no arquivo');
  if (publishedKey && signature?.publicKey !== publishedKey)
    faults.push('a chave do arquivo não é a publicada');
  if (!isSigned(publishedKey ?? signature?.publicKey, hash, signature))
    faults.push('a assinatura não é desta chave sobre este conteúdo');
  return faults;
}

/** What is wrong between the ledger entries of a dossier and downloaded days of the published ledger. */
export function faultsOfEntries(dossier, days) {
  return dossier.ledger.flatMap(({ kind, chain }) => {
    const day = chain && days.find((each) => each.day === chain.day);
    if (!day) return [];
    if (day.root !== chain.root) return [`${chain.day}: o código do dia não é o do dossiê`];
    return day.hashes.includes(chain.hash) ? [] : [`${chain.day}: o lançamento «${kind}» não está no livro`];
  });
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, ledger: { type: 'string', multiple: true } },
  });
  if (positionals.length === 0) {
    console.error('Escreva: node bin/verify-dossier.js ARQUIVO.json [--key CHAVE] [--ledger livro-DIA.json]');
    return 1;
  }
  const days = [];
  for (const path of values.ledger ?? []) {
    const content = JSON.parse(await readFile(path, 'utf8'));
    days.push(content.data ?? content);
  }
  const faults = faultsOf(days);
  for (const path of positionals) {
    const bytes = await readFile(path);
    const own = faultsOfDossier(bytes, values.key?.toLowerCase());
    if (own.length === 0) {
      const { dossier, sha256: hash, signature } = JSON.parse(bytes.toString('utf8'));
      console.log(`${path}\n  pedido ${dossier.order.code}, feito em ${dossier.madeAt}\n  SHA-256 ${hash}`);
      if (!values.key)
        console.log(
          `  Compare a chave com a de ${dossier.site.address}/transparencia, ou dê-a com --key:\n  ${signature.publicKey}`,
        );
      own.push(...faultsOfEntries(dossier, days));
    }
    faults.push(...own.map((fault) => `${path}: ${fault}`));
  }
  for (const fault of faults) console.error(`✖ ${fault}`);
  if (faults.length === 0) console.log('Confere.');
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main().catch((error) => {
    console.error(`✖ ${error.message}`);
    return 1;
  });
