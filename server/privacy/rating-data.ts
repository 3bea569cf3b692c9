import { sql } from 'kysely';
import type { Decisions } from './personal-table.ts';

/** What buyers and sellers say of each other. */
export const ratingData: Decisions<'rating_windows' | 'ratings' | 'rating_scores'> = {
  rating_windows: {
    title: 'prazos-de-avaliacao',
    mine: (userId) => sql`${userId} in (t.buyer_id, t.seller_id)`,
    columns: {
      order_id: 'shown',
      buyer_id: 'username',
      seller_id: 'username',
      opened_at: 'shown',
      closes_at: 'shown',
      due_at: 'internal',
      due_event: 'internal',
      closed_at: 'shown',
    },
    onClosure: 'keep',
    because: 'timers of the order',
  },
  ratings: {
    title: 'avaliacoes',
    // What somebody else wrote and has not published is nobody's to see yet (double-blind).
    mine: (userId) => sql`(t.author_id = ${userId} or (t.subject_id = ${userId} and t.state = 'published'))`,
    columns: {
      id: 'internal',
      order_id: 'shown',
      author_role: 'shown',
      author_id: 'username',
      subject_id: 'username',
      listing_id: 'shown',
      state: 'shown',
      stars: 'shown',
      description_stars: 'shown',
      punctuality_stars: 'shown',
      service_stars: 'shown',
      text: 'shown',
      created_at: 'shown',
      edited_at: 'shown',
      published_at: 'shown',
      reply: 'shown',
      replied_at: 'shown',
      discounted: 'shown',
    },
    onClosure: 'keep',
    because: 'contract: they serve other buyers, and go on without the name of whoever left',
  },
  rating_scores: {
    title: 'notas',
    mine: (userId) => sql`(t.subject in ('seller', 'buyer') and t.subject_id = ${userId})`,
    columns: {
      subject: 'shown',
      subject_id: 'internal',
      ones: 'shown',
      twos: 'shown',
      threes: 'shown',
      fours: 'shown',
      fives: 'shown',
      description_sum: 'internal',
      punctuality_sum: 'internal',
      service_sum: 'internal',
      count: 'shown',
    },
    onClosure: 'keep',
    because: 'sums of published ratings',
  },
};
