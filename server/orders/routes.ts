import { getBoughtListing } from '#contract/orders/bought-listing.ts';
import { listPaymentMethods } from '#contract/listings/catalogue.ts';
import * as data from '#contract/orders/delivery-data.ts';
import * as files from '#contract/orders/delivery-files.ts';
import { informInvoice as informInvoiceEndpoint } from '#contract/orders/invoices.ts';
import * as securing from '#contract/orders/securing.ts';
import { renewLink as renewOrderLink } from '#contract/orders/links.ts';
import * as contract from '#contract/orders/orders.ts';
import { listSaleDays } from '#contract/orders/sale-days.ts';
import * as payments from '#contract/payments/payments.ts';
import { declaredBytes, streamedBody } from '#server/http/streamed-body.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { paymentMethods } from '#server/payments/availability.ts';
import { chargePayment } from '#server/payments/commands.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { revealCodes } from './delivery/codes.ts';
import * as commands from './commands.ts';
import { startAttempt } from './payment/attempts.ts';
import { boughtListing } from './lists/bought-listing.ts';
import { informInvoice } from './invoices.ts';
import { readDeliveryData, writeDeliveryData } from './delivery/data.ts';
import { addFile, addRefusalFile, addReturnFile, addVideo, openFile, removeFile } from './delivery/files.ts';
import { renewLink } from './links.ts';
import { countOrders, listOrders } from './lists/lists.ts';
import { confirmPayment } from './payment/payment.ts';
import { placeOrder } from './placement.ts';
import { chargeKey } from './presenter.ts';
import { getOrder } from './queries.ts';
import { saleDays } from './lists/sale-days.ts';
import { endSecuring, tickSecuringStep } from './securing/securing.ts';
import { listDifferences } from './payment/reconciliation.ts';
import { decideReview, listReviews } from './payment/review-decisions.ts';

const ok = { ok: true } as const;

export const orderRoutes: Route[] = [
  route(contract.placeOrder, async (ctx, { tx, viewer, body, afterCommit }) => {
    const { reply, charge } = await placeOrder(ctx, tx, viewer, body);
    if (charge) afterCommit(() => chargePayment(ctx, charge));
    return reply;
  }),
  route(contract.getOrder, (ctx, { viewer, params, ip }) => getOrder(ctx, viewer, { ...params, ip })),
  route(renewOrderLink, (_, { tx, viewer, params }) => renewLink(tx, viewer, params.hash)),
  route(getBoughtListing, (ctx, { viewer, params }) => boughtListing(ctx.db, viewer, params.hash)),
  route(contract.listPurchases, (ctx, { viewer, query }) => listOrders(ctx, viewer, 'buyer', query)),
  route(contract.listSales, (ctx, { viewer, query }) => listOrders(ctx, viewer, 'seller', query)),
  route(listSaleDays, (ctx, { viewer }) => saleDays(ctx, viewer)),
  route(contract.countOrders, (ctx, { viewer, query }) => countOrders(ctx.db, viewer, query)),
  route(contract.abandonOrder, async (ctx, { tx, viewer, params, afterCommit }) => {
    const { order, notifyProvider } = await commands.abandonOrder(ctx, tx, viewer, params.hash);
    afterCommit(() => notifyProvider(ctx));
    return commands.moveReply(order);
  }),
  route(contract.withdrawPurchase, async (ctx, { tx, viewer, params, afterCommit }) => {
    const { order, notifyProvider } = await commands.withdrawPurchase(ctx, tx, viewer, params.hash);
    afterCommit(() => notifyProvider(ctx));
    return commands.moveReply(order);
  }),
  route(contract.cancelSale, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { order, notifyProvider } = await commands.cancelSale(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => notifyProvider(ctx));
    return commands.moveReply(order);
  }),
  route(contract.startDelivery, async (ctx, { tx, viewer, params }) =>
    commands.moveReply(await commands.startDelivery(ctx, tx, viewer, params.hash)),
  ),
  route(contract.deliverOrder, async (ctx, { tx, viewer, params, body }) =>
    commands.moveReply(await commands.deliverOrder(ctx, tx, viewer, { ...params, ...body })),
  ),
  route(informInvoiceEndpoint, (ctx, { viewer, params, body }) =>
    informInvoice(ctx, viewer, { ...params, ...body }),
  ),
  route(files.addDeliveryFile, (ctx, { viewer, params, query, request }) =>
    addFile(ctx, viewer, { ...params, ...query, sent: request.body as Buffer }),
  ),
  route(files.addRefusalFile, (ctx, { viewer, params, query, request }) =>
    addRefusalFile(ctx, viewer, { ...params, ...query, sent: request.body as Buffer }),
  ),
  route(files.addReturnFile, (ctx, { viewer, params, query, request }) =>
    addReturnFile(ctx, viewer, { ...params, ...query, sent: request.body as Buffer }),
  ),
  route(files.addDeliveryVideo, (ctx, { viewer, params, query, request }) =>
    addVideo(ctx, viewer, {
      ...params,
      ...query,
      sent: streamedBody(request),
      declaredBytes: declaredBytes(request),
    }),
  ),
  route(files.removeDeliveryFile, async (ctx, { viewer, params }) => {
    await removeFile(ctx, viewer, params);
    return ok;
  }),
  route(files.openDeliveryFile, (ctx, { viewer, params, ip }) =>
    openFile(ctx, viewer, { ...params, ip, as: 'party' }),
  ),
  route(files.openStaffDeliveryFile, (ctx, { viewer, params, ip }) =>
    openFile(ctx, viewer, { ...params, ip, as: 'staff' }),
  ),
  route(data.writeDeliveryData, async (ctx, { viewer, params, body }) => {
    await writeDeliveryData(ctx, viewer, { ...params, ...body });
    return ok;
  }),
  route(data.openStaffDeliveryData, (ctx, { viewer, params }) => readDeliveryData(ctx, viewer, params.hash)),
  route(contract.confirmOrder, async (ctx, { tx, viewer, params }) =>
    commands.moveReply((await commands.confirmOrder(ctx, tx, viewer, params.hash)).order),
  ),
  route(contract.revealCodes, (ctx, { viewer, params, ip, userAgent }) =>
    inTransaction(ctx.db, (tx) => revealCodes(ctx, tx, viewer, { ...params, ip, userAgent })),
  ),
  route(securing.tickSecuringStep, async (ctx, { viewer, params, body }) => {
    await inTransaction(ctx.db, (tx) => tickSecuringStep(tx, viewer, { ...params, ...body }));
    return ok;
  }),
  route(securing.endSecuring, (_, { tx, viewer, params, body }) =>
    endSecuring(tx, viewer, { ...params, ...body }),
  ),
  route(payments.checkPayment, async (ctx, { viewer, params }) => {
    await confirmPayment(ctx, await chargeKey(ctx.db, viewer, params.hash));
    return ok;
  }),
  route(listPaymentMethods, (ctx) => paymentMethods(ctx)),
  route(payments.createPayment, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const { reply, charge } = await startAttempt(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => charge(ctx));
    return reply;
  }),
  route(payments.listPaymentReviews, (ctx, { viewer }) => listReviews(ctx.db, viewer)),
  route(payments.decidePaymentReview, async (ctx, { tx, viewer, params, body, afterCommit }) => {
    const notifyProvider = await decideReview(ctx, tx, viewer, { ...params, ...body });
    afterCommit(() => notifyProvider(ctx));
    return ok;
  }),
  route(payments.listPaymentDifferences, (ctx) => listDifferences(ctx.db)),
];
