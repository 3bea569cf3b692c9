import * as contract from '#contract/listings/photo-links.ts';
import { photoLinkMs } from '#domain/listings/photo-links.ts';
import { fail } from '#domain/errors.ts';
import type { Cookies } from '#server/http/cookies.ts';
import { phoneCookie } from '#server/http/phone.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { inTransaction } from '#server/database/transaction.ts';
import {
  addPhonePhoto,
  claimPhotoLink,
  createPhotoLink,
  endPhoneSession,
  endPhotoLink,
  readPhoneDraft,
} from './commands.ts';
import { photoLinkOf } from './queries.ts';

const ok = { ok: true } as const;
const keyOf = ({ cookies }: { cookies: Cookies }): string =>
  cookies.read(phoneCookie) ?? fail('link_expired');

export const photoLinkRoutes: Route[] = [
  route(contract.createPhotoLink, (ctx, call) => createPhotoLink(ctx, call.viewer, call.params.id)),
  route(contract.getPhotoLink, async (ctx, call) => ({
    link: await photoLinkOf(ctx.db, call.viewer, call.params.id),
  })),
  route(contract.endPhotoLink, async (ctx, call) => {
    await endPhotoLink(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.claimPhotoLink, async (ctx, call) => {
    const { key, draft } = await claimPhotoLink(ctx, {
      token: call.body.token,
      previousKey: call.cookies.read(phoneCookie),
      ip: call.ip,
    });
    call.cookies.set(phoneCookie, key, photoLinkMs / 1_000);
    return draft;
  }),
  route(contract.getPhoneDraft, (ctx, call) =>
    inTransaction(ctx.db, (tx) => readPhoneDraft(ctx, tx, keyOf(call))),
  ),
  route(contract.addPhonePhoto, (ctx, call) =>
    addPhonePhoto(ctx, call.viewer, {
      key: keyOf(call),
      name: call.query.name,
      bytes: call.request.body as Buffer,
    }),
  ),
  route(contract.endPhone, async (ctx, call) => {
    await endPhoneSession(ctx, keyOf(call));
    call.cookies.set(phoneCookie, '', 0);
    return ok;
  }),
];
