import { join } from 'node:path';
import { fault } from '#db/fault.ts';
import type { Config } from './config.ts';
import type { Ctx, Db } from './context.ts';
import { createMailSimulator } from './adapters/mail/simulator.ts';
import { createGoogle } from './adapters/oauth/google.ts';
import type { IdentityProvider } from './adapters/oauth/identity-provider.ts';
import { createIdentitySimulator } from './adapters/oauth/simulator.ts';
import { createPaymentSimulator } from './adapters/payments/simulator.ts';
import { createDiskStore } from './adapters/storage/disk.ts';
import { deriveKeys } from './keys.ts';
import type { Log } from './log.ts';

/**
 * Puts together what every command may touch. Each third party stands behind its port; today each is played by its
 * simulator, which refuses to be taken for the real thing.
 * @throws a fault when the installation has no secret or forbids simulators
 */
export function buildContext(parts: { config: Config; db: Db; log: Log }): Ctx {
  const { config, db, log } = parts;
  if (config.secretKey === null) throw fault('SECRET_KEY: falta a chave desta instalação.');
  if (!config.simulators)
    throw fault('Não há provedor de pagamentos configurado. Para demonstração, use ALLOW_SIMULATORS=1.');
  const keys = deriveKeys(config.secretKey);
  return {
    config,
    db,
    log,
    keys,
    payments: createPaymentSimulator({ db, config, keys, log }),
    mail: createMailSimulator(db),
    images: createDiskStore(join(config.dataDir, 'images')),
    identityProviders: identityProviders(config, log),
  };
}

/** Every provider that is configured, by hand; without any, a demonstration has one that plays Google. */
function identityProviders({ google, simulators, dataDir }: Config, log: Log): IdentityProvider[] {
  if (google) return [createGoogle(google, log)];
  return simulators ? [createIdentitySimulator(dataDir, log)] : [];
}
