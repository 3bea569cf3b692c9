import { createHash, createHmac } from 'node:crypto';

/** The credentials and the region of a signature. */
export interface S3Signer {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: string;
  /** Its query must come from {@link queryOf}. */
  url: URL;
  headers?: Record<string, string>;
  body?: Buffer | null;
}

/**
 * The headers that sign a request to an S3-compatible store, including its body (AWS Signature Version 4, as in the API
 * reference under «Authenticating Requests: Using the Authorization Header»).
 */
export function signS3(
  request: S3Request,
  signer: S3Signer,
  at: Date = new Date(),
): Record<string, string> & { authorization: string } {
  const { method, url, body = null } = request;
  const timestamp = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const contentHash = sha256(body ?? '');
  const added = { ...request.headers, 'x-amz-content-sha256': contentHash, 'x-amz-date': timestamp };
  const signed = Object.entries({ ...added, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonicalRequest = [method, url.pathname, url.search.slice(1), lines, names, contentHash].join('\n');
  const scope = `${timestamp.slice(0, 8)}/${signer.region}/s3/aws4_request`;
  const stringToSign = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonicalRequest)].join('\n');
  const key = scope
    .split('/')
    .reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${signer.secretAccessKey}`);
  const signature = hmac(key, stringToSign).toString('hex');
  const credential = `${signer.accessKeyId}/${scope}`;
  return {
    ...added,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** A query in canonical form: sorted, each name with a value, all but unreserved characters percent-encoded. */
export function queryOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
