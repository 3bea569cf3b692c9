import * as contract from '#contract/addresses/addresses.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { createAddress, setDefaultAddress } from './commands.ts';
import { lookUpPostalCode } from './postal-codes.ts';
import { ownAddresses } from './queries.ts';

const ok = { ok: true } as const;

export const addressRoutes: Route[] = [
  route(contract.listAddresses, (ctx, call) => ownAddresses(ctx, call.viewer)),
  route(contract.createAddress, (ctx, call) => createAddress(ctx, call.tx, call.viewer, call.body)),
  // `changeAddress` and `deleteAddress` concern listings too (`server/listings/routes.ts`).
  route(contract.setDefaultAddress, async (ctx, call) => {
    await setDefaultAddress(ctx, call.viewer, { id: call.params.id, use: call.body.use });
    return ok;
  }),
  route(contract.getPostalCode, (ctx, call) => lookUpPostalCode(ctx, call.params.postalCode)),
];
