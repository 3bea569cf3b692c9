import * as own from '#contract/accounts/account.ts';
import * as contract from '#contract/accounts/accounts.ts';
import * as firstAdmin from '#contract/accounts/first-admin.ts';
import * as sessions from '#contract/accounts/sessions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { registerAccount } from './commands.ts';
import { confirmEmail, confirmEmailByCode, resendConfirmation } from './contact/confirmations.ts';
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './contact/email-changes.ts';
import { changeTaxType, verifyIdentity } from './documents/identity.ts';
import { checkFirstAdminLink, createFirstAdmin } from './first-admin.ts';
import { ownAccount } from './own-account.ts';
import { changePassword } from './passwords/change.ts';
import { checkPasswordReset, requestPasswordReset, resetPassword } from './passwords/resets.ts';
import { confirmPhone, requestPhoneCode } from './contact/phones.ts';
import { changePortrait } from './portrait.ts';
import { changeProfile } from './profile.ts';
import { profileOf, publicProfile } from './public-profile.ts';
import { userInfo } from './queries.ts';
import { changeUsername, usernameAvailability } from './usernames.ts';

const ok = { ok: true } as const;

const publicRoutes: Route[] = [
  route(contract.register, (ctx, call) => registerAccount(ctx, call.body, call)),
  route(firstAdmin.checkFirstAdminLink, async (ctx, call) => {
    await checkFirstAdminLink(ctx.db, call.body.token);
    return ok;
  }),
  route(firstAdmin.createFirstAdmin, (ctx, call) => createFirstAdmin(ctx, call.body, call)),
  route(contract.getUsernameAvailability, (ctx, call) => usernameAvailability(ctx.db, call.params.username)),
  route(contract.getProfile, (ctx, call) => publicProfile(ctx.db, call.params.username)),
];

const addressRoutes: Route[] = [
  route(own.confirmEmail, (ctx, call) => confirmEmail(ctx, call.viewer, call.body.token)),
  route(own.confirmEmailByCode, (ctx, call) => confirmEmailByCode(ctx, call.viewer, call.body.code)),
  route(own.resendEmailConfirmation, async (ctx, call) => {
    await resendConfirmation(ctx, call.viewer);
    return ok;
  }),
  route(sessions.requestPasswordReset, async (ctx, call) => {
    await requestPasswordReset(ctx, call.body.email, call.ip);
    return ok;
  }),
  route(sessions.checkPasswordReset, (ctx, call) => checkPasswordReset(ctx.db, call.body.token)),
  route(sessions.resetPassword, (ctx, call) => resetPassword(ctx, call.body, call)),
  route(own.requestEmailChange, async (ctx, call) => {
    await requestEmailChange(ctx, call.viewer, call.body.email);
    return ok;
  }),
  route(own.confirmEmailChange, (ctx, call) => confirmEmailChange(ctx, call.viewer, call.body.token)),
  route(own.cancelEmailChange, async (ctx, call) => {
    await cancelEmailChange(ctx, call.viewer);
    return ok;
  }),
  route(own.requestPhoneCode, (ctx, call) => requestPhoneCode(ctx, call.viewer, call.body.phone, call.ip)),
  route(own.confirmPhone, async (ctx, call) => {
    await confirmPhone(ctx, call.viewer, call.body.code);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
];

const ownRoutes: Route[] = [
  route(contract.getUserInfo, (ctx, call) => userInfo(ctx.db, call.viewer)),
  route(own.getOwnProfile, (ctx, call) => profileOf(ctx.db, call.viewer.id)),
  route(own.getAccount, (ctx, call) => ownAccount(ctx, ctx.db, call.viewer)),
  route(own.updateAccount, async (ctx, call) => {
    await changeProfile(ctx, call.viewer, call.body);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
  // The body of a binary endpoint is the uploaded bytes.
  route(own.uploadAccountImage, async (ctx, call) => {
    await changePortrait(ctx, call.viewer, call.request.body as Buffer);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
  route(own.changeUsername, async (ctx, call) => {
    await changeUsername(ctx, call.viewer, call.body.username);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
  route(own.changePassword, async (ctx, call) => {
    await changePassword(ctx, call.viewer, call.body, call.ip);
    return ok;
  }),
  route(own.verifyIdentity, async (ctx, call) => {
    await verifyIdentity(ctx, call.viewer, call.body);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
  route(own.changeTaxType, async (ctx, call) => {
    await changeTaxType(ctx, call.viewer, call.body.taxType);
    return ownAccount(ctx, ctx.db, call.viewer);
  }),
];

export const accountRoutes: Route[] = [...publicRoutes, ...addressRoutes, ...ownRoutes];
