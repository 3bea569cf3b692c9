import { sql } from 'kysely';
import { byUser } from './personal-table.ts';
import type { Decisions } from './personal-table.ts';

/** Favorites, stock alerts, follows, blocks and reports; only reports are seen by staff. */
export const socialData: Decisions<'favorites' | 'stock_alerts' | 'follows' | 'question_blocks' | 'reports'> =
  {
    favorites: {
      title: 'favoritos',
      mine: byUser,
      columns: {
        id: 'internal',
        user_id: 'internal',
        listing_id: 'shown',
        price_cents: 'shown',
        created_at: 'shown',
      },
      onClosure: 'delete',
      because: 'contract: the person asked to keep it',
    },
    stock_alerts: {
      title: 'avisos-de-volta',
      mine: byUser,
      columns: {
        id: 'internal',
        user_id: 'internal',
        listing_id: 'shown',
        asked_at: 'shown',
        told_at: 'shown',
      },
      onClosure: 'delete',
      because: 'contract: the person asked to be told',
    },
    follows: {
      title: 'pessoas-que-sigo',
      mine: (userId) => sql`t.follower_id = ${userId}`,
      columns: {
        id: 'internal',
        follower_id: 'internal',
        seller_id: 'username',
        told_at: 'internal',
        created_at: 'shown',
      },
      onClosure: 'delete',
      because: 'contract: the person asked for the news',
    },
    question_blocks: {
      title: 'perguntas-bloqueadas',
      mine: (userId) => sql`t.seller_id = ${userId}`,
      columns: { seller_id: 'internal', asker_id: 'username', created_at: 'shown' },
      onClosure: 'delete',
      because: 'contract: the seller asked for it',
    },
    reports: {
      title: 'denuncias',
      mine: (userId) => sql`t.reporter_id = ${userId}`,
      columns: {
        id: 'internal',
        protocol: 'shown',
        reporter_id: 'internal',
        target_kind: 'shown',
        target_id: 'internal',
        reason: 'shown',
        text: 'shown',
        state: 'shown',
        network: 'shown',
        decided_by: 'others',
        decided_at: 'shown',
        decision_note: 'shown',
        created_at: 'shown',
      },
      onClosure: 'keep',
      because: 'safety of others and defence of rights; the network goes with the decision',
    },
  };
