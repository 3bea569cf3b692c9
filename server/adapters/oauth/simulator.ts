import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import type { CryptoKey, JSONWebKeySet } from 'jose';
import { googleWith } from './google.ts';
import type { TokenRules } from './id-token.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** A fictional person with an account at the simulated provider. */
export interface SimulatedPerson {
  subject: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** The organisation whose mailboxes the provider hosts. */
  hostedDomain?: string;
}

/**
 * The sign-in provider of a demonstration: it simulates Google with its own keys, and its tokens pass the same checks
 * as Google's. `server/http/pages/serve-identity-simulator.ts` serves its pages.
 */
export interface IdentitySimulator extends IdentityProvider {
  people: readonly SimulatedPerson[];
  keySet(): Promise<JSONWebKeySet>;
  /** The ID token of a person, valid for an hour. */
  sign(person: SimulatedPerson, nonce: string): Promise<string>;
}

/** Whether the provider is the simulator. */
export function isIdentitySimulator(provider: IdentityProvider): provider is IdentitySimulator {
  return 'keySet' in provider;
}

const issuer = 'https://contas.simulador.invalid';
const clientId = 'praca-simulador';
const keyId = 'simulador-1';

/** One per case: a new person, the address of a demonstration account, and an address that was never confirmed. */
const people: readonly SimulatedPerson[] = [
  { subject: '1001', name: 'Bruna Novata', email: 'bruna.novata@gmail.com', emailVerified: true },
  {
    subject: '1002',
    name: 'Compradora da Praça',
    email: 'compradora@demo.praca',
    emailVerified: true,
    hostedDomain: 'demo.praca',
  },
  { subject: '1003', name: 'Caio Sem Confirmação', email: 'caio@exemplo.com.br', emailVerified: false },
];

/** @param dataDir where the key is stored, so that all processes of the installation share it */
export function createIdentitySimulator(dataDir: string, log: TokenRules['log']): IdentitySimulator {
  let key: Promise<CryptoKey> | undefined;
  const privateKey = () => (key ??= readKey(join(dataDir, 'identity-simulator.pem')));
  const keySet = async (): Promise<JSONWebKeySet> => {
    const { n, e, kty } = await exportJWK(await privateKey());
    return { keys: [{ n, e, kty: kty!, kid: keyId, alg: 'RS256', use: 'sig' }] };
  };
  const provider = googleWith({
    clientId,
    issuers: [issuer],
    scriptUrl: '/dev/oidc/client.js',
    name: 'Google (simulado)',
    pageSources: null,
    log,
    check: async () => void (await keySet()),
    keys: async (header, token) => createLocalJWKSet(await keySet())(header, token),
  });
  const sign = async (person: SimulatedPerson, nonce: string) =>
    new SignJWT({
      email: person.email,
      email_verified: person.emailVerified,
      name: person.name,
      nonce,
      ...(person.hostedDomain && { hd: person.hostedDomain }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject(person.subject)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await privateKey());
  return { ...provider, people, keySet, sign };
}

/** Reads the installation's key; the first process that needs it creates it. */
async function readKey(path: string): Promise<CryptoKey> {
  const stored = await readFile(path, 'utf8').catch(() => null);
  if (stored !== null) return importPKCS8(stored, 'RS256', { extractable: true });
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, await exportPKCS8(privateKey), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return importPKCS8(await readFile(path, 'utf8'), 'RS256', { extractable: true });
}
