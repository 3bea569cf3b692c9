import { join } from 'node:path';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx, Db, Keys } from '#server/context.ts';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { createPrivateDisk } from '#server/adapters/storage/private-disk.ts';
import { createBucket } from '#server/adapters/storage/s3-bucket.ts';
import { createS3Caller } from '#server/adapters/storage/s3-call.ts';
import { createBucketFiles, createBucketImages } from '#server/adapters/storage/s3-stores.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import type { Log } from '#server/log.ts';
import { serviceAdapters } from './service-adapters.ts';

/**
 * Puts together what every command may touch. Each third party stands behind its port and is played by its simulator
 * until the installation names a real one; a simulator refuses to be taken for the real thing.
 * @throws a fault when the installation has no secret, or lacks a provider and forbids simulators
 */
export function buildContext(parts: { config: Config; db: Db; log: Log; keys?: Keys }): Ctx {
  const { config, db, log } = parts;
  if (config.secretKey === null) throw fault('SECRET_KEY: falta a chave desta instalação.');
  const lacking = config.simulators ? [] : missing(config);
  if (lacking.length > 0)
    throw fault(`Não há ${lacking.join(', nem ')} configurado. Para demonstração, use ALLOW_SIMULATORS=1.`);
  const keys = parts.keys ?? deriveKeys(config.secretKey, config.previousSecretKeys);
  const ground = { config, db, log, keys };
  return {
    ...ground,
    copy: null,
    ...storesOf(config, log),
    ...serviceAdapters.payments(ground),
    ...serviceAdapters.mail(ground),
    ...serviceAdapters.sms(ground),
    ...serviceAdapters.push(ground),
    ...serviceAdapters.realtime(ground),
    ...serviceAdapters.sign_in(ground),
  };
}

/** Photos and private files: in a bucket where one is named, else on the disk. */
function storesOf({ s3, dataDir }: Config, log: Log): Pick<Ctx, 'images' | 'files'> {
  if (s3 === null)
    return {
      images: createDiskStore(join(dataDir, 'images')),
      files: createPrivateDisk(join(dataDir, 'files')),
    };
  const bucket = createBucket(createS3Caller(s3, log));
  return { images: createBucketImages(bucket), files: createBucketFiles(bucket) };
}

/** Which providers an installation without simulators still has to name. */
function missing({ smtp, twilio, payments }: Config): string[] {
  return [
    ...(payments ? [] : ['provedor de pagamentos (PAYMENT_PROVIDER)']),
    ...(smtp ? [] : ['servidor de e-mail (SMTP_URL)']),
    ...(twilio ? [] : ['provedor de SMS (SMS_PROVIDER)']),
  ];
}
