import * as checks from '#contract/accounts/document-checks.ts';
import * as contract from '#contract/accounts/documents.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { decideDocuments, revokeDocuments } from './decisions.ts';
import { storeDocumentFile } from './document-files.ts';
import { ownDocuments } from './own-documents.ts';
import { listChecks, openDocuments, queuedCheck } from './review.ts';
import { claimDocument, sendDocuments } from './sending.ts';

export const documentRoutes: Route[] = [
  route(contract.getDocuments, (ctx, { viewer }) => ownDocuments(ctx, ctx.db, viewer)),
  // The body of a binary endpoint is the file's bytes.
  route(contract.uploadDocumentFile, (ctx, { viewer, query, request }) =>
    storeDocumentFile(ctx, viewer, { part: query.part, bytes: request.body as Buffer }),
  ),
  route(contract.sendDocuments, async (ctx, { tx, viewer, body }) => {
    await sendDocuments(ctx, tx, viewer, body);
    return ownDocuments(ctx, tx, viewer);
  }),
  route(contract.claimDocument, async (ctx, { tx, viewer, params, body }) => {
    await claimDocument(tx, viewer, { ...params, ...body });
    return ownDocuments(ctx, tx, viewer);
  }),
  route(checks.listDocumentChecks, (ctx, { viewer, query }) => listChecks(ctx, viewer, query)),
  route(checks.openDocuments, (ctx, { viewer, params }) => openDocuments(ctx, viewer, params.id)),
  route(checks.decideDocuments, async (ctx, { tx, viewer, params, body }) => {
    await decideDocuments(ctx, tx, viewer, { ...params, ...body });
    return queuedCheck(tx, viewer, params.id);
  }),
  route(checks.revokeDocuments, async (_ctx, { tx, viewer, params, body }) => {
    await revokeDocuments(tx, viewer, { ...params, ...body });
    return queuedCheck(tx, viewer, params.id);
  }),
];
