import type { DB } from '#db/schema.ts';
import { accountData } from './account-data.ts';
import { ageData } from './age-data.ts';
import { strikeData } from './strike-data.ts';
import { conversationData } from './conversation-data.ts';
import { complaintData } from './complaint-data.ts';
import { dossierData } from './dossier-data.ts';
import { deliveryData } from './delivery-data.ts';
import type { Decisions } from './personal-table.ts';
import { fundData } from './fund-data.ts';
import { moneyData } from './money-data.ts';
import { ratingData } from './rating-data.ts';
import { appealData } from './appeal-data.ts';
import { documentData } from './document-data.ts';
import { riskData } from './risk-data.ts';
import { sellerLevelData } from './seller-level-data.ts';
import { paymentProofData } from './payment-proof-data.ts';
import { signInData } from './sign-in-data.ts';
import { socialData } from './social-data.ts';
import { ticketData } from './ticket-data.ts';
import { staffData } from './staff-data.ts';
import { tradeData } from './trade-data.ts';
import { vacationData } from './vacation-data.ts';

/** Tables without personal data beyond that of the tables in `personalData`, each with the reason. */
export const notPersonal = {
  audit_log: 'a reading of events',
  attempts: 'counts of a day, by number or hash',
  photo_links: 'links of minutes to drafts, by hash, gone with the session that made them',
  uploads: 'counts of a day, by number',
  brakes: 'counts of wrong tries, by number or hash',
  appeal_kinds: 'rules',
  case_transitions: 'rules',
  categories: 'the catalogue',
  cities: 'municipalities of Brazil',
  clock: 'the market clock',
  audit_faults: 'the record of decisions by number',
  audit_seals: 'hashes of the record of decisions',
  backup_state: 'the backups, by what they are of',
  book_checks: 'the ledger',
  day_totals: 'sums of a day',
  event_relay: 'up to which event the notifications are made',
  incidents: 'outages of the installation; their author is staff at work',
  installation: 'the installation',
  build_files: 'scripts and styles of the site, public',
  processes: 'the running processes of the installation',
  listing_states: 'rules',
  listing_transitions: 'rules',
  freight_quotes: 'what carriers asked for a parcel to a postal code, for a week; it names no person',
  carrier_notices: 'how many webhooks of carriers came each day',
  shipment_event_kinds: 'rules',
  shipment_transitions: 'rules',
  tracking_codes: 'codes of parcels, each once, without the parcel; exported with it',
  'money.account_kinds': 'rules',
  'money.accounts': 'the ledger: sums by number, exported as the statement, never changed',
  'money.breaks': 'the ledger',
  'money.journal_kinds': 'rules',
  'money.journals': 'the ledger',
  'money.leg_faults': 'the ledger',
  'money.leg_rules': 'rules',
  'money.check_progress': 'the ledger',
  'money.closings': 'hashes of the ledger, public',
  'money.status': 'the ledger',
  'money.transfers': 'the ledger',
  order_conversations: 'the number of the last message of an order',
  order_reminders: 'which reminders of an order were told',
  order_states: 'rules',
  order_transitions: 'rules',
  revision_states: 'rules',
  revision_transitions: 'rules',
  signs_of_life: 'when the installation last ran',
  photo_writes: 'photos that were written today, by the hash of their content',
  postal_codes: 'streets of postal codes as the lookup service told them, for 30 days',
  price_changes: 'listings whose price is news',
  restocked_listings: 'listings on sale again with pending stock alerts',
  publications: 'sellers whose news wait to be told',
  page_announcements: 'the progress of the announcement of a text; it names no person',
  page_texts: 'texts of the site; their author is staff at work',
  payment_differences: 'movements by number that the bank and our books tell differently',
  reconciled_days: 'days that were compared with the bank',
  provider_events: 'what the bank said of our references',
  realtime_counts: 'sockets of a channel, gone with the process',
  realtime_members: 'who is online now, gone with the process',
  realtime_messages: 'signals without content, gone after ten minutes',
  realtime_processes: 'processes of ours',
  vapid_keys: 'who this installation is to push services',
  stored_keys: 'keys of this installation, sealed',
  credentials: 'accounts of the installation at providers; their author is staff at work',
  one_person_settings: 'names of settings',
  staff_proposals: 'changes of power; who proposed, confirmed or stopped them is staff at work',
  rule_versions: 'the market rules; their author is staff at work',
  category_prices: 'medians of what is on sale',
  odd_prices: 'listings whose price is far from the median, by number',
  listing_views: 'how many people looked at a listing on a day',
  weekly_summaries: 'weeks whose numbers were told',
  view_marks: 'hashes of a day that identify no person once its salt is deleted, together with them',
  view_salts: 'the salt of the day',
  listing_tallies: 'how many listings each category has on sale',
  sales_to_count: 'quantities that wait to be added up',
  doubtful_sales: 'orders by number, and what speaks against counting them',
  parties_to_compare: 'accounts by number, gone in seconds',
  seller_changes: 'sellers whose figures are news to their cards, gone in seconds',
  search_changes: 'titles on their way into the counts, gone in seconds',
  search_index: 'how far the listings are indexed',
  search_stale: 'listings to be indexed again, gone in seconds',
  search_postings: 'numbers of listings on sale, by word',
  search_terms: 'words of titles on sale, counted',
  word_hits: 'numbers of listings on sale, by word',
  ticket_clocks: 'by when the team owes a ticket what',
  ticket_macros: 'ready answers; their author is staff at work',
  ticket_routes: 'rules',
  suggestions: 'words of titles on sale, counted, gone with the last listing',
} as const satisfies Partial<Record<keyof DB, string>>;

type Personal = Exclude<keyof DB, keyof typeof notPersonal>;

/**
 * Every table with personal data: how a row belongs to a person, which columns are exported, and what a closure does. A
 * table or column without a decision does not compile, and a test compares the list with the database (T135).
 */
export const personalData: Decisions<Personal> = {
  ...accountData,
  ...ageData,
  ...strikeData,
  ...signInData,
  ...socialData,
  ...tradeData,
  ...vacationData,
  ...conversationData,
  ...deliveryData,
  ...dossierData,
  ...fundData,
  ...moneyData,
  ...ratingData,
  ...documentData,
  ...sellerLevelData,
  ...appealData,
  ...riskData,
  ...ticketData,
  ...staffData,
  ...complaintData,
  ...paymentProofData,
};
