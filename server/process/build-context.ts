import { join } from 'node:path';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';
import { missingProviders } from '#server/config/missing-providers.ts';
import type { Ctx, Db, Keys } from '#server/context.ts';
import { createDatavalid } from '#server/adapters/documents/datavalid.ts';
import type { DocumentVerifier } from '#server/adapters/documents/document-verifier.ts';
import { createDocumentSimulator } from '#server/adapters/documents/simulator.ts';
import { createPostalCodeSimulator } from '#server/adapters/postal-codes/simulator.ts';
import { createViaCep } from '#server/adapters/postal-codes/via-cep.ts';
import { createMelhorEnvio } from '#server/adapters/shipping/melhor-envio.ts';
import type { ShippingProvider } from '#server/adapters/shipping/shipping-provider.ts';
import { createShippingSimulator } from '#server/adapters/shipping/simulator.ts';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { createPrivateDisk } from '#server/adapters/storage/private-disk.ts';
import { createBucket } from '#server/adapters/storage/s3-bucket.ts';
import { createS3Caller } from '#server/adapters/storage/s3-call.ts';
import { createBucketFiles, createBucketImages } from '#server/adapters/storage/s3-stores.ts';
import { followCalls } from '#server/metrics/provider-calls.ts';
import { deriveKeys } from '#server/secrets/keys.ts';
import type { Log } from '#server/log.ts';
import { serviceAdapters } from './service-adapters.ts';

/**
 * Builds the context of all commands. Each external service is behind an interface and simulated until the installation
 * configures a real one; where simulators are not allowed, the start fails without it.
 * @throws a fault when the installation has no secret, or lacks a provider and forbids simulators
 */
export function buildContext(parts: { config: Config; db: Db; log: Log; keys?: Keys }): Ctx {
  const { config, db, log } = parts;
  if (config.secretKey === null) throw fault('SECRET_KEY: falta a chave desta instalação.');
  const missing = missingProviders(config, []);
  if (missing.length > 0) throw fault(missing.join('\n'));
  const keys = parts.keys ?? deriveKeys(config.secretKey, config.previousSecretKeys);
  const base = { config, db, log, keys };
  return {
    ...base,
    replica: null,
    ...storesOf(config, log),
    postalCodes: followCalls(
      'postal_codes',
      config.viaCep ? createViaCep(config.viaCep) : createPostalCodeSimulator(),
    ),
    shipping: shippingOf(base),
    documents: documentsOf(config),
    ...serviceAdapters.payments(base),
    ...serviceAdapters.mail(base),
    ...serviceAdapters.sms(base),
    ...serviceAdapters.push(base),
    ...serviceAdapters.realtime(base),
    ...serviceAdapters.sign_in(base),
  };
}

/** Quotes and labels by the configured provider. */
function shippingOf(base: Pick<Ctx, 'config' | 'db' | 'log' | 'keys'>): ShippingProvider | null {
  const { shipping } = base.config;
  if (shipping === null) return null;
  const provider =
    shipping.provider === 'simulator'
      ? createShippingSimulator(base)
      : createMelhorEnvio(shipping.melhorEnvio);
  return followCalls('shipping', provider);
}

/** Documents by the configured provider. */
function documentsOf({ documents }: Config): DocumentVerifier | null {
  if (documents === null) return null;
  const verifier =
    documents.provider === 'simulator' ? createDocumentSimulator() : createDatavalid(documents.datavalid);
  return followCalls('documents', verifier);
}

/** Photos and private files: in a bucket where one is configured, else on the disk. */
export function storesOf({ s3, dataDir }: Config, log: Log): Pick<Ctx, 'images' | 'files'> {
  if (s3 === null)
    return {
      images: createDiskStore(join(dataDir, 'images')),
      files: createPrivateDisk(join(dataDir, 'files')),
    };
  const bucket = createBucket(createS3Caller(s3, log));
  return { images: createBucketImages(bucket), files: createBucketFiles(bucket) };
}
