import {
  getListing,
  listListingCards,
  listPromotedListings,
  listSuggestions,
  searchListings as search,
} from '#contract/listings/listings.ts';
import { changeAddress, deleteAddress } from '#contract/addresses/addresses.ts';
import * as codes from '#contract/listings/codes.ts';
import { getFreightHint } from '#contract/listings/freight-hint.ts';
import { uploadImage } from '#contract/listings/images.ts';
import * as contract from '#contract/listings/own-listings.ts';
import { listListingQuestions } from '#contract/community/questions.ts';
import {
  decideReview,
  getFirstReview,
  getReview,
  listReviews,
  setSellerTrust as setTrust,
} from '#contract/listings/reviews.ts';
import * as revisions from '#contract/listings/revisions.ts';
import { route } from '#server/http/serve.ts';
import type { Route } from '#server/http/serve.ts';
import { cardsOf } from './cards.ts';
import { addCodes, withdrawCode } from './codes.ts';
import { removeListing, saveListing, setPause } from './commands.ts';
import { copyListing } from './publishing/copies.ts';
import { listingDetail } from './detail.ts';
import { promotedAtHome } from './promotion.ts';
import { freightHint } from './publishing/freight-hint.ts';
import { beginDraft } from './publishing/drafts.ts';
import { storeUpload } from './photos/images.ts';
import { listingQuestions } from './public-questions.ts';
import { ownCodes, ownListing, ownListings } from './queries.ts';
import { changeOrigin, deleteOrigin } from './publishing/origins.ts';
import { renewListing } from './publishing/renewals.ts';
import { decideListing } from './review/review.ts';
import { firstReview, reviewItem, reviewQueue } from './review/queue.ts';
import { sendRevision, withdrawRevision } from './review/revisions.ts';
import { guessCategories } from './search/guesses/category-guesses.ts';
import { searchListings } from './search/search.ts';
import { similarPrices } from './search/similar-prices.ts';
import { suggestionsFor } from './search/suggestions.ts';
import { submitDraft } from './publishing/submission.ts';
import { setSellerTrust } from './trust.ts';

const ok = { ok: true } as const;

export const listingRoutes: Route[] = [
  route(search, (ctx, call) => searchListings(ctx, call.query)),
  route(listSuggestions, async (ctx, call) => ({ items: await suggestionsFor(ctx, call.query.q) })),
  route(listPromotedListings, async (ctx) => ({ items: await promotedAtHome(ctx) })),
  route(listListingCards, async (ctx, call) => ({ items: await cardsOf(ctx, call.query.ids) })),
  route(getListing, (ctx, call) => listingDetail(ctx, call.params.slug)),
  route(listListingQuestions, (ctx, { params, query }) => listingQuestions(ctx, { ...params, ...query })),
  route(contract.listOwnListings, (ctx, call) => ownListings(ctx.db, call.viewer, call.query)),
  route(contract.getOwnListing, (ctx, call) => ownListing(ctx.db, call.viewer, call.params.id)),
  route(contract.listCategoryGuesses, async (ctx, call) => ({
    items: await guessCategories(ctx, call.query.title),
  })),
  route(contract.getSimilarPrices, async (ctx, call) => ({
    prices: await similarPrices(ctx, call.viewer, call.params.id),
  })),
  route(contract.createListing, (_ctx, call) => beginDraft(call.tx, call.viewer, call.body)),
  route(contract.updateListing, (ctx, call) => saveListing(ctx, call.viewer, call.params.id, call.body)),
  route(contract.submitListing, (ctx, call) => submitDraft(ctx, call.tx, call.viewer, call.params.id)),
  route(codes.addCodes, (ctx, call) =>
    addCodes(ctx, call.tx, call.viewer, { listingId: call.params.id, codes: call.body.codes }),
  ),
  route(codes.listCodes, (ctx, call) =>
    ownCodes(ctx.db, call.viewer, { listingId: call.params.id, after: call.query.after }),
  ),
  route(codes.deleteCode, async (ctx, call) => {
    await withdrawCode(ctx, call.viewer, call.params.id, call.params.codeId);
    return ok;
  }),
  route(contract.setListingPause, (ctx, call) =>
    setPause(ctx, call.viewer, call.params.id, call.body.paused),
  ),
  route(contract.removeListing, async (ctx, call) => {
    await removeListing(ctx, call.viewer, call.params.id);
    return ok;
  }),
  route(contract.copyListing, (_ctx, call) => copyListing(call.tx, call.viewer, call.params.id)),
  route(contract.renewListing, (ctx, call) => renewListing(ctx, call.tx, call.viewer, call.params.id)),
  route(revisions.sendRevision, (ctx, call) =>
    sendRevision(ctx, call.tx, call.viewer, { listingId: call.params.id, proposal: call.body }),
  ),
  route(revisions.withdrawRevision, (ctx, call) =>
    withdrawRevision(ctx, call.viewer, { listingId: call.params.id, revisionId: call.params.revisionId }),
  ),
  route(getFreightHint, (ctx, call) => freightHint(ctx, call.viewer, call.query)),
  // Listings are shipped from addresses (S02), which the address book does not know.
  route(changeAddress, (ctx, call) => changeOrigin(ctx, call.viewer, { ...call.body, id: call.params.id })),
  route(deleteAddress, async (ctx, call) => {
    await deleteOrigin(ctx, call.viewer, call.params.id);
    return ok;
  }),
  // The body of a binary endpoint is the uploaded bytes.
  route(uploadImage, (ctx, call) => storeUpload(ctx, call.viewer, call.request.body as Buffer)),
  route(listReviews, (ctx, { viewer }) => reviewQueue(ctx.db, viewer)),
  route(getFirstReview, (ctx, call) => firstReview(ctx, call.viewer)),
  route(getReview, (ctx, call) => reviewItem(ctx, call.viewer, call.params.id)),
  route(setTrust, (ctx, call) => setSellerTrust(ctx, call.viewer, { id: call.params.id, ...call.body })),
  route(decideReview, (ctx, call) =>
    decideListing(ctx, call.tx, call.viewer, { id: call.params.id, ...call.body }),
  ),
];
