import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { xmlElement } from './s3-call.ts';
import type { S3Call, S3Caller } from './s3-call.ts';

/** Objects of a bucket by name; errors are those of {@link S3Caller}. */
export interface Bucket {
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Streams content into an object, in parts when it is long. @returns its bytes; a failure leaves no readable object
   */
  upload(name: string, content: AsyncIterable<Buffer>): Promise<number>;
  get(name: string): Promise<Readable | null>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** Parts must have at least 5 MiB, and some stores require all but the last to have the same size. */
export const partBytes = 8 * 1024 * 1024;

export function createBucket({ call, must, failed }: S3Caller): Bucket {
  async function put(name: string, bytes: Buffer, type: string): Promise<void> {
    await discardBody(await must({ method: 'PUT', name, body: bytes, type }));
  }

  async function remove(name: string): Promise<void> {
    await discardBody(await call({ method: 'DELETE', name }));
  }

  async function uploadParts(name: string, pieces: AsyncIterable<Buffer>): Promise<number> {
    const begin: S3Call = { method: 'POST', name, query: { uploads: '' }, type: binary };
    const uploadId = xmlElement('UploadId', await textOf(await must(begin)));
    if (!uploadId) throw failed(begin, 'no UploadId');
    try {
      let bytes = 0;
      const tags: string[] = [];
      for await (const body of pieces) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const answer = await must({ method: 'PUT', name, query, body });
        tags.push(answer.headers.get('etag') ?? '');
        bytes += body.length;
        await discardBody(answer);
      }
      const asked: S3Call = { method: 'POST', name, query: { uploadId }, body: listOf(tags) };
      // S3 may answer 200 first and report a failure in the body.
      const ended = await textOf(await must(asked));
      if (!ended.includes('CompleteMultipartUploadResult')) throw failed(asked, xmlElement('Code', ended));
      return bytes;
    } catch (error) {
      await call({ method: 'DELETE', name, query: { uploadId } }).then(discardBody, () => undefined);
      // The object may exist although the answer was lost.
      await remove(name).catch(() => undefined);
      throw error;
    }
  }

  return {
    put,
    remove,
    async upload(name, content) {
      const pieces = inParts(content);
      const first = (await pieces.next()).value ?? Buffer.alloc(0);
      if (first.length === partBytes) return uploadParts(name, after(first, pieces));
      try {
        await put(name, first, binary);
      } catch (error) {
        // The object may exist although the answer was lost.
        await remove(name).catch(() => undefined);
        throw error;
      }
      return first.length;
    },
    async get(name) {
      const answer = await call({ method: 'GET', name });
      return answer && (answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]));
    },
    async has(name) {
      return (await call({ method: 'HEAD', name })) !== null;
    },
  };
}

const binary = 'application/octet-stream';

/** Discards an answer's body, which would otherwise keep its connection busy. */
async function discardBody(answer: Response | null): Promise<void> {
  await answer?.body?.cancel();
}

const textOf = (answer: Response) => answer.text().catch(() => '');

function listOf(tags: readonly string[]): Buffer {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  return Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
}

/** The same bytes in parts of one size; the last one may be smaller. */
async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const each of content) {
    held.push(each);
    bytes += each.length;
    if (bytes < partBytes) continue;
    let whole = Buffer.concat(held);
    for (; whole.length >= partBytes; whole = whole.subarray(partBytes)) yield whole.subarray(0, partBytes);
    held = [whole];
    bytes = whole.length;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

async function* after(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
