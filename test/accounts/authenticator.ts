import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a ceremony's options say, as far as an authenticator reads them. */
interface Options {
  challenge: string;
  user?: { id: string };
}

/** How an answer differs from an honest one. */
interface Bend {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** False: the person was there but not verified. */
  verified?: boolean;
  userHandle?: string | null;
}

const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/**
 * A passkey in software (WebAuthn level 3): real ES256 keys, attestation `none`. `counts` makes it a hardware key with
 * a counter, else one that is kept on several devices and stays at 0.
 */
export function createAuthenticator(publicUrl: string, counts = false) {
  // Browsers make no passkeys for addresses in numbers.
  const { hostname, origin } = new URL(publicUrl.replace('127.0.0.1', 'localhost'));
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let handle = '';

  function clientData(type: string, options: Options, bend: Bend): Buffer {
    const challenge = bend.challenge ?? options.challenge;
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: bend.origin ?? origin, crossOrigin: false }),
    );
  }

  function authenticatorData(bend: Bend, attested: Buffer = Buffer.alloc(0)): Buffer {
    counter += counts ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(bend.counter ?? counter);
    const flags =
      flag.present |
      (bend.verified === false ? 0 : flag.verified) |
      (counts ? 0 : flag.backupEligible | flag.backedUp) |
      (attested.length > 0 ? flag.attested : 0);
    return Buffer.concat([sha256(bend.rpId ?? hostname), Buffer.from([flags]), count, attested]);
  }

  /** Answers a registration. */
  function register(options: Options, bend: Bend = {}) {
    handle = options.user!.id;
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(bend, attested)],
      ]),
    );
    return answer({
      clientDataJSON: clientData('webauthn.create', options, bend).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers a sign-in or a proof. */
  function assert(options: Options, bend: Bend = {}) {
    const client = clientData('webauthn.get', options, bend);
    const data = authenticatorData(bend);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
    const userHandle = bend.userHandle === undefined ? handle : bend.userHandle;
    return answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  function answer(response: Record<string, unknown>) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  return { id, register, assert };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** As much of CBOR (RFC 8949) as authenticators speak: whole numbers, bytes, texts, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([name, content]) => [cbor(name), cbor(content)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  throw new Error(`no CBOR for ${String(value)}`);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
