import type { S3Settings } from '#server/adapters/storage/s3-call.ts';
import type { SettingsReader } from './environment.ts';

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The bucket for photos and private files: all of its settings, or none. */
export function readS3(read: SettingsReader, faults: string[]): S3Settings | null {
  const endpoint = read.url('S3_ENDPOINT', ['https:', 'http:']);
  const region = read.text('S3_REGION') ?? 'us-east-1';
  const bucket = read.text('S3_BUCKET');
  const accessKeyId = read.text('S3_ACCESS_KEY_ID');
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY');
  const given = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  if (endpoint === null && Object.values(given).every((each) => each === null)) return null;
  for (const [name, value] of Object.entries(given))
    if (value === null)
      faults.push(
        `${name}: falta; o armazém de arquivos pede S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.`,
      );
  if (bucket !== null && !bucketPattern.test(bucket))
    faults.push(
      'S3_BUCKET: não é nome de bucket; use de 3 a 63 letras minúsculas, números, pontos e hifens.',
    );
  if (!bucket || !accessKeyId || !secretAccessKey) return null;
  const address = (endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  return { endpoint: address, bucket, region, accessKeyId, secretAccessKey };
}
