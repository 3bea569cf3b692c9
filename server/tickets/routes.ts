import * as macroContract from '#contract/tickets/macros.ts';
import * as desk from '#contract/tickets/staff-tickets.ts';
import * as contract from '#contract/tickets/tickets.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { confirmOrReopen, open, markReadByUser, write } from './commands.ts';
import { ticketContext } from './context.ts';
import { answer, assign, markReadByTeam, recategorize, resolve } from './desk-commands.ts';
import { colleagues, desk as deskOf, deskConversation, deskTicket } from './desk-queries.ts';
import { storeTicketFile } from './files.ts';
import { createMacro, deleteMacro, macros, updateMacro } from './macros.ts';
import { linkOrder } from './link.ts';
import { merge } from './merge.ts';
import { addNote } from './notes.ts';
import { listOwn, ownConversation, ownTicket } from './queries.ts';
import { rate } from './ratings.ts';

export const ticketRoutes: Route[] = [
  route(contract.listTickets, (ctx, { viewer, query }) => listOwn(ctx, viewer, query)),
  route(contract.openTicket, async (ctx, { tx, viewer, body }) =>
    ownTicket(ctx, tx, viewer, await open(ctx, tx, viewer, body)),
  ),
  route(contract.getTicket, (ctx, { viewer, params, query }) =>
    ownConversation(ctx, viewer, { ...params, ...query }),
  ),
  route(contract.sendTicketMessage, (ctx, { viewer, params, body }) =>
    write(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.readTicket, (ctx, { viewer, params, body }) =>
    markReadByUser(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.confirmTicket, async (ctx, { tx, viewer, params: { id } }) => {
    await confirmOrReopen(ctx, tx, viewer, id, true);
    return ownTicket(ctx, tx, viewer, id);
  }),
  route(contract.reopenTicket, async (ctx, { tx, viewer, params: { id } }) => {
    await confirmOrReopen(ctx, tx, viewer, id, false);
    return ownTicket(ctx, tx, viewer, id);
  }),
  route(contract.rateTicket, async (ctx, { viewer, params: { id }, body }) => {
    await rate(ctx, viewer, { id, ...body });
    return ownTicket(ctx, ctx.db, viewer, id);
  }),
  route(contract.uploadTicketFile, (ctx, { viewer, request }) =>
    storeTicketFile(ctx, viewer, request.body as Buffer),
  ),
  route(desk.listDesk, (ctx, { viewer, query }) => deskOf(ctx, viewer, query)),
  route(desk.getDeskTicket, (ctx, { viewer, params, query }) =>
    deskConversation(ctx, viewer, { ...params, ...query }),
  ),
  route(desk.getTicketContext, (ctx, { viewer, params: { id } }) => ticketContext(ctx, viewer, id)),
  route(desk.answerTicket, (ctx, { viewer, params, body }) => answer(ctx, viewer, { ...params, ...body })),
  route(desk.addTicketNote, (ctx, { viewer, params, body }) => addNote(ctx, viewer, { ...params, ...body })),
  route(desk.readDeskTicket, (ctx, { viewer, params, body }) =>
    markReadByTeam(ctx, viewer, { ...params, ...body }),
  ),
  route(desk.assignTicket, async (ctx, { viewer, params: { id }, body }) => {
    await assign(ctx, viewer, { id, ...body });
    return deskTicket(ctx, ctx.db, id);
  }),
  route(desk.moveTicket, async (ctx, { viewer, params: { id }, body }) => {
    await recategorize(ctx, viewer, { id, ...body });
    return deskTicket(ctx, ctx.db, id);
  }),
  route(desk.linkTicket, async (ctx, { viewer, params: { id }, body }) => {
    await linkOrder(ctx, viewer, { id, ...body });
    return deskTicket(ctx, ctx.db, id);
  }),
  route(desk.resolveTicket, async (ctx, { tx, viewer, params: { id }, body }) => {
    await resolve(ctx, tx, viewer, { id, ...body });
    return deskTicket(ctx, tx, id);
  }),
  route(desk.mergeTicket, async (ctx, { tx, viewer, params: { id }, body }) => {
    await merge(ctx, tx, viewer, { id, ...body });
    return deskTicket(ctx, tx, id);
  }),
  route(desk.listColleagues, (ctx) => colleagues(ctx.db)),
  route(macroContract.listMacros, (ctx) => macros(ctx.db)),
  route(macroContract.createMacro, (_ctx, { tx, viewer, body }) => createMacro(tx, viewer, body)),
  route(macroContract.updateMacro, (ctx, { viewer, params: { id }, body }) =>
    updateMacro(ctx, viewer, { id, ...body }),
  ),
  route(macroContract.deleteMacro, async (ctx, { viewer, params: { id } }) => {
    await deleteMacro(ctx, viewer, id);
    return { ok: true as const };
  }),
];
