import * as contract from '#contract/orders/conversations.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { markRead, sendMessage } from './commands.ts';
import { storeFile } from './files.ts';
import { decideHeld, heldMessages, inspect } from './inspection.ts';
import { listMessages } from './queries.ts';

export const conversationRoutes: Route[] = [
  route(contract.listOrderMessages, (ctx, { viewer, params, query }) =>
    listMessages(ctx, viewer, { ...params, ...query }),
  ),
  route(contract.sendOrderMessage, (ctx, { viewer, params, body }) =>
    sendMessage(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.readOrderMessages, (ctx, { viewer, params, body }) =>
    markRead(ctx, viewer, { ...params, ...body }),
  ),
  route(contract.uploadOrderFile, (ctx, { viewer, query, request }) =>
    storeFile(ctx, viewer, { hash: query.order, name: query.name, sent: request.body as Buffer }),
  ),
  route(contract.inspectOrderMessages, (ctx, { viewer, params, query }) =>
    inspect(ctx, viewer, { ...params, ...query }),
  ),
  route(contract.listHeldMessages, (ctx, { viewer }) => heldMessages(ctx, viewer)),
  route(contract.decideHeldMessage, (ctx, { viewer, params, body }) =>
    decideHeld(ctx, viewer, { ...params, ...body }),
  ),
];
