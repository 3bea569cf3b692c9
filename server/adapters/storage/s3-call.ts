import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { Log } from '#server/log.ts';
import { queryOf, signS3 } from './s3-signature.ts';
import type { S3Signer } from './s3-signature.ts';

/** A bucket of an S3-compatible store: Amazon S3, MinIO, Ceph, R2 and others. */
export interface S3Settings extends S3Signer {
  /** Without a trailing slash; the bucket is part of the path. */
  endpoint: string;
  bucket: string;
}

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's name. */
  name: string;
  query?: Record<string, string>;
  body?: Buffer;
  type?: string;
}

/** Calls to one bucket. A timeout or a refusal is `unavailable` (503); the log has the reason. */
export interface S3Caller {
  /** The answer, or null for a missing object. Idempotent calls are tried up to three times unless they were too slow. */
  call(asked: S3Call): Promise<Response | null>;
  /** For calls where 404 is an error: the bucket or the upload is missing. */
  must(asked: S3Call): Promise<Response>;
  /** The error of a call whose successful answer contains this error code. */
  failed(asked: S3Call, code: string): AppError;
}

const tries = 3;
const firstPauseMs = 200;
/** The time limit until an answer begins, in milliseconds; a part of 8 MB has half a minute. */
const answerMs = 10_000;
const moreMsPerMegabyte = 2_500;
const megabyte = 1024 * 1024;

/** A call that had no answer in time is not repeated: its caller has waited long enough. */
export function createS3Caller(settings: S3Settings, log: Log, limitMs = answerMs): S3Caller {
  async function call(asked: S3Call): Promise<Response | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        const moreMs = ((asked.body?.length ?? 0) / megabyte) * moreMsPerMegabyte;
        return await once(settings, asked, limitMs + moreMs);
      } catch (error) {
        const isFinal = isRefusal(error) || (error as Error).name === lateName;
        const mayAgain = asked.method !== 'POST' && attempt < tries && !isFinal;
        if (!mayAgain) throw unavailable(asked, error);
        await sleep(firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random()));
      }
    }
  }

  function unavailable({ method, name }: S3Call, cause: unknown): AppError {
    log.warn({ reason: reasonOf(cause), method, name }, 'the object store failed');
    const detail = 'Não conseguimos guardar nem ler arquivos agora. Tente de novo em instantes.';
    return Object.assign(new AppError('unavailable', { detail }), { cause });
  }

  async function must(asked: S3Call): Promise<Response> {
    return (await call(asked)) ?? Promise.reject(unavailable(asked, refusal(404, 'NoSuchBucket')));
  }

  return { call, must, failed: (asked, code) => unavailable(asked, refusal(500, code)) };
}

const lateName = 'TimeoutError';

async function once(
  settings: S3Settings,
  { method, name, query, body, type }: S3Call,
  limitMs: number,
): Promise<Response | null> {
  const url = new URL(`${settings.endpoint}/${settings.bucket}/${name}`);
  url.search = queryOf(query ?? {});
  const headers = signS3(
    { method, url, headers: type ? { 'content-type': type } : {}, body: body ?? null },
    settings,
  );
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new DOMException('no answer in time', lateName)), limitMs);
  const given = body && { body: body as Buffer<ArrayBuffer> };
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: giveUp.signal,
    ...given,
  }).finally(() => clearTimeout(timer));
  if (answer.ok) return answer;
  const said = await answer.text().catch(() => '');
  if (answer.status === 404) return null;
  throw refusal(answer.status, xmlElement('Code', said));
}

function refusal(status: number, code: string): Error {
  return Object.assign(new Error(`object store: ${status} ${code}`.trim()), { status, code });
}

/** Whether a retry would change nothing. */
function isRefusal(error: unknown): boolean {
  const { status = 500 } = error as { status?: number };
  return status < 500 && status !== 429 && status !== 408;
}

/** `fetch` reports the actual error in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return [message, cause?.code ?? cause?.message].filter(Boolean).join(': ');
}

/** The content of an XML element in an answer. */
export function xmlElement(tag: string, xml: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
}
