import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What goes wrong with a call: it breaks off before or after the work, the store is busy, waited too long, is asked too
 * often or says it is elsewhere, it sends half, or it says success and then that it failed.
 */
export type S3Fault = 'broken' | 'lost' | 'busy' | 'slow' | 'many' | 'moved' | 'half' | 'late error';

interface Answer {
  status?: number;
  bytes?: Buffer;
  headers?: Record<string, string>;
}

interface Asked {
  method: string;
  /** Below the bucket. */
  name: string;
  query: URLSearchParams;
  body: Buffer;
}

export const s3Keys = { accessKeyId: 'AKIDPRACA', secretAccessKey: 'segredo/do+bucket' };
const region = 'sa-east-1';
const bucket = 'praca-arquivos';
const skewMs = 15 * 60_000;

/**
 * A loopback store of the S3 API with one bucket: objects and uploads in parts. It takes no call whose signature
 * (AWS Signature Version 4, over the bytes that came) is not right, and no body of unknown length.
 */
export async function startS3Double() {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const faults: { of: string; fault: S3Fault }[] = [];
  const asked: string[] = [];
  let down = false;
  let pauseMs = 0;

  const server = createServer(async (request, response) => {
    if (down) return void request.socket.destroy();
    const body = await bytesOf(request);
    const url = new URL(request.url!, 'http://double');
    const call = { method: request.method!, name: nameOf(url), query: url.searchParams, body };
    asked.push(`${call.method} ${call.name}${url.search && `?${[...call.query.keys()].join('&')}`}`);
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    const wrong = faultOf(request, url, body);
    if (wrong) return refuse(response, ...wrong);
    const at = faults.findIndex(({ of }) => asked.at(-1)!.startsWith(of));
    const fault = at < 0 ? null : faults.splice(at, 1)[0]!.fault;
    if (fault === 'broken') return void request.socket.destroy();
    if (fault === 'busy') return refuse(response, 503, 'SlowDown');
    if (fault === 'slow') return refuse(response, 408, 'RequestTimeout');
    if (fault === 'many') return refuse(response, 429, 'TooManyRequests');
    if (fault === 'moved') return void response.writeHead(307, { location: request.url }).end();
    if (fault === 'late error') return void response.end('<Error><Code>InternalError</Code></Error>');
    const answer = work(call, request.headers['content-type'] ?? '');
    if (fault === 'lost') return void request.socket.destroy();
    if (!answer) return refuse(response, 404, 'NoSuchKey');
    const { status = 200, bytes = Buffer.alloc(0), headers = {} } = answer;
    response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': bytes.length }) });
    if (fault !== 'half') return void response.end(call.method === 'HEAD' ? undefined : bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  });

  function work({ method, name, query, body }: Asked, type: string): Answer | null {
    const uploadId = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) return begin();
    if (uploadId !== null) return workOnUpload(uploadId, { method, name, query, body });
    if (method === 'PUT') objects.set(name, { bytes: body, type });
    if (method === 'PUT') return { headers: { etag: tagOf(body) } };
    if (method === 'DELETE') objects.delete(name);
    if (method === 'DELETE') return { status: 204 };
    const object = objects.get(name);
    return object ? { bytes: object.bytes, headers: { 'content-type': object.type } } : null;
  }

  function begin(): Answer {
    const id = `envio/${uploads.size + 1}+=`;
    uploads.set(id, new Map());
    return {
      bytes: Buffer.from(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ),
    };
  }

  function workOnUpload(id: string, { method, name, query, body }: Asked): Answer | null {
    const parts = uploads.get(id);
    if (!parts) return null;
    if (method === 'DELETE') uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    if (method === 'PUT') parts.set(Number(query.get('partNumber')), body);
    if (method === 'PUT') return { headers: { etag: tagOf(body) } };
    const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const chosen = listed.map(([, number, tag]) => ({ bytes: parts.get(Number(number)), tag }));
    if (chosen.some(({ bytes, tag }) => !bytes || tagOf(bytes) !== tag)) return null;
    const whole = chosen.map(({ bytes }) => bytes!);
    if (whole.slice(0, -1).some((bytes) => bytes.length !== whole[0]!.length || bytes.length < 5 * 2 ** 20))
      return null;
    objects.set(name, { bytes: Buffer.concat(whole), type: '' });
    uploads.delete(id);
    return { bytes: Buffer.from('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>') };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** The settings of an operator who uses it. */
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    objects,
    /** Multipart uploads that were not completed. */
    uploads,
    /** `PUT images/aa/…`, with the names of a query's values. */
    asked,
    /** The next call that begins like this goes wrong. */
    fail: (of: string, ...next: S3Fault[]) => void faults.push(...next.map((fault) => ({ of, fault }))),
    setDown: (is: boolean) => void (down = is),
    /** Each answer comes so late, in milliseconds. */
    slowDown: (ms: number) => void (pauseMs = ms),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type S3Double = Awaited<ReturnType<typeof startS3Double>>;

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const nameOf = ({ pathname }: URL) => pathname.slice(bucket.length + 2);

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code></Error>`);
}

/** Why a store would not take the call, by the rules of Signature Version 4. */
function faultOf({ method, headers }: IncomingMessage, url: URL, body: Buffer): [number, string] | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, day, where, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (!id || !names) return [403, 'AccessDenied'];
  if (id !== s3Keys.accessKeyId) return [403, 'InvalidAccessKeyId'];
  if (where !== region) return [400, 'AuthorizationHeaderMalformed'];
  const stamp = String(headers['x-amz-date']);
  const at = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!stamp.startsWith(day!) || !(Math.abs(Date.now() - at) < skewMs)) return [403, 'RequestTimeTooSkewed'];
  const signed = names.split(';');
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (needed.some((name) => !signed.includes(name))) return [403, 'AccessDenied'];
  if (['PUT', 'POST'].includes(method!) && headers['transfer-encoding']) return [411, 'MissingContentLength'];
  const contentHash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== contentHash) return [400, 'XAmzContentSHA256Mismatch'];
  const query = url.search.slice(1).split('&').toSorted().join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    contentHash,
  ].join('\n');
  const scope = [day!, region, 's3', 'aws4_request'];
  const canonicalHash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), canonicalHash].join('\n');
  let key: Buffer = Buffer.from(`AWS4${s3Keys.secretAccessKey}`);
  for (const part of [...scope, toSign]) key = createHmac('sha256', key).update(part).digest();
  return key.toString('hex') === signature ? null : [403, 'SignatureDoesNotMatch'];
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
