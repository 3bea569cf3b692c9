import type { StrikeMeasure } from '#domain/accounts/strikes/strikes.ts';
import type { AccountEvent, Role } from '#domain/accounts/accounts.ts';
import { mayDecideAppeal } from '#domain/appeals/appeals.ts';
import type { Cents } from '#domain/money.ts';
import { isStaff } from '#domain/accounts/accounts.ts';

/** The actions of the permission matrix, with the facts about their target. */
interface Actions {
  enter_dashboard: undefined;
  /** `bought`: the viewer has paid for it before. `risky`: its category, or the one it is to be moved to. */
  review_listing: { sellerId: number; bought: boolean; risky: boolean };
  trust_seller: { id: number };
  decide_withdrawal: { ownerId: number; amountCents: Cents; supportLimitCents: Cents };
  /** Reading the risk signals and the origin of the money; not for one's own withdrawal. */
  inspect_withdrawal: { ownerId: number };
  /** §4.15: support reads analyses, an admin starts and decides them. */
  decide_payment: { buyerId: number; sellerId: number };
  /** `involved`: the order's buyer and seller. */
  decide_refund: { involved: readonly number[]; amountCents: Cents; supportLimitCents: Cents };
  force_order: { involved: readonly number[] };
  /** `buyerId` and `sellerId` of the order of the payment proof. */
  decide_receipt: { buyerId: number; sellerId: number };
  load_statement: undefined;
  /**
   * `involved`: the reporter and the reported person. `shelvesRisky`: the decision puts a listing of a risky category
   * back on sale.
   */
  decide_report: { involved: readonly number[]; shelvesRisky: boolean };
  /** Answering, moving or resolving a ticket; not one's own. */
  handle_ticket: { ownerId: number };
  /** The conversation of an order between these two. */
  inspect_conversation: { involved: readonly number[] };
  /** Correcting the tracking code of a parcel, giving back the tries of a pickup, settling a contradiction (S15). */
  correct_parcel: { involved: readonly number[] };
  /** Comparing quoted and charged freight (S15). */
  read_freight: undefined;
  /** The same without an open case, for an audited reason (T110). */
  read_without_case: { involved: readonly number[] };
  /** Following a case, questioning its sides and opening its evidence as the mediator. */
  mediate_complaint: { parties: readonly number[] };
  /** `raised`: fifteen days without a decision (R12). */
  decide_complaint: {
    parties: readonly number[];
    totalCents: Cents;
    supportLimitCents: Cents;
    raised: boolean;
  };
  /** `decidedBy`: who made the decision that is appealed against; null when a deadline did. */
  decide_appeal: { parties: readonly number[]; decidedBy: number | null };
  /** Deciding an appeal against a decision of staff (N04). `forAdmin`: its kind is decided by admins only. */
  review_decision: { personId: number; deciders: readonly number[]; forAdmin: boolean };
  /** `ttlMs`: how long a suspension would last; `supportLimitMs`: the longest that support gives. */
  sanction_account: { id: number; role: Role; event: AccountEvent; ttlMs?: number; supportLimitMs: number };
  /** A strike (F55) with what it brings; support gives those that suspend no longer than it may. */
  give_strike: {
    id: number;
    role: Role;
    measure: StrikeMeasure;
    suspensionMs: number;
    supportLimitMs: number;
  };
  end_sessions: { id: number; role: Role };
  change_settings: undefined;
  /** Confirming, as the second person, a change proposed by another admin (decision 74). */
  confirm_proposal: undefined;
  stop_proposal: undefined;
  shape_catalogue: undefined;
  /** §4.15: support suspends listings and republishes those that are not risky; only an admin removes them for good. */
  moderate_listing: {
    sellerId: number;
    risky: boolean;
    action: 'pause' | 'suspend' | 'republish' | 'remove';
  };
  /** Reading masked data of a person in full, for an audited reason (T110). */
  unmask_person: { id: number };
  change_role: { id: number };
  /** §4.15: only an admin raises the limits of a person. */
  grant_level: { id: number };
  /** Storing or correcting when a person was born (F58). */
  correct_birth: { id: number };
  /**
   * Opening the documents that a person sent, deciding about them and withdrawing an approval (§4.14). `holderId` is the
   * other account that has proven the same document.
   */
  decide_document: { id: number; holderId?: number | null };
  /** Deciding how a contested sale of theirs counts (§4.13). */
  decide_contest: { involved: readonly number[] };
  /** Asking the bank again about a payment. */
  reconcile_payment: undefined;
  /** Declaring an outage of ours moves everyone’s deadlines, so only an admin does (N14). */
  declare_incident: undefined;
  /** Only an admin exports lists as files (T110). */
  export_table: undefined;
}

type Answer = { ok: true } | { ok: false; reason: 'forbidden' | 'own_decision' };

const yes: Answer = { ok: true };
const no: Answer = { ok: false, reason: 'forbidden' };
const own: Answer = { ok: false, reason: 'own_decision' };

const matrix: {
  [A in keyof Actions]: (viewer: { id: number; role: Role }, thing: Actions[A]) => Answer;
} = {
  enter_dashboard: (viewer) => (isStaff(viewer.role) ? yes : no),
  review_listing: (viewer, listing) => {
    if (!isStaff(viewer.role)) return no;
    if (listing.sellerId === viewer.id || listing.bought) return own;
    return listing.risky && viewer.role !== 'admin' ? no : yes;
  },
  trust_seller: (viewer, person) => {
    if (!isStaff(viewer.role)) return no;
    return person.id === viewer.id ? own : yes;
  },
  decide_withdrawal: (viewer, { ownerId, amountCents, supportLimitCents }) => {
    if (!isStaff(viewer.role)) return no;
    if (ownerId === viewer.id) return own;
    return viewer.role === 'admin' || amountCents <= supportLimitCents ? yes : no;
  },
  inspect_withdrawal: (viewer, { ownerId }) => {
    if (!isStaff(viewer.role)) return no;
    return ownerId === viewer.id ? own : yes;
  },
  decide_payment: (viewer, { buyerId, sellerId }) => {
    if (viewer.role !== 'admin') return no;
    return viewer.id === buyerId || viewer.id === sellerId ? own : yes;
  },
  decide_refund: (viewer, { involved, amountCents, supportLimitCents }) => {
    if (!isStaff(viewer.role)) return no;
    if (involved.includes(viewer.id)) return own;
    return viewer.role === 'admin' || amountCents <= supportLimitCents ? yes : no;
  },
  force_order: (viewer, { involved }) => {
    if (viewer.role !== 'admin') return no;
    return involved.includes(viewer.id) ? own : yes;
  },
  // Support decides too, but its approval is a proposal (`approvalEffect`).
  decide_receipt: (viewer, { buyerId, sellerId }) => {
    if (!isStaff(viewer.role)) return no;
    return [buyerId, sellerId].includes(viewer.id) ? own : yes;
  },
  // Every approval depends on the bank statement, so only an admin loads it.
  load_statement: (viewer) => (viewer.role === 'admin' ? yes : no),
  decide_report: (viewer, { involved, shelvesRisky }) => {
    if (!isStaff(viewer.role)) return no;
    if (involved.includes(viewer.id)) return own;
    return shelvesRisky && viewer.role !== 'admin' ? no : yes;
  },
  handle_ticket: (viewer, { ownerId }) => {
    if (!isStaff(viewer.role)) return no;
    return ownerId === viewer.id ? own : yes;
  },
  inspect_conversation: (viewer, { involved }) => {
    if (!isStaff(viewer.role)) return no;
    return involved.includes(viewer.id) ? own : yes;
  },
  correct_parcel: (viewer, { involved }) => {
    if (!isStaff(viewer.role)) return no;
    return involved.includes(viewer.id) ? own : yes;
  },
  read_freight: (viewer) => (viewer.role === 'admin' ? yes : no),
  read_without_case: (viewer, { involved }) => {
    if (viewer.role !== 'admin') return no;
    return involved.includes(viewer.id) ? own : yes;
  },
  mediate_complaint: onCase,
  decide_complaint: (viewer, complaint) => {
    const answer = onCase(viewer, complaint);
    if (!answer.ok || viewer.role === 'admin') return answer;
    const withinLimit = complaint.totalCents <= complaint.supportLimitCents;
    return withinLimit && !complaint.raised ? yes : no;
  },
  // Another admin decides: an appeal is never decided by the person of the first decision (R09).
  decide_appeal: (viewer, complaint) => {
    const answer = onCase(viewer, complaint);
    if (!answer.ok) return answer;
    if (viewer.role !== 'admin') return no;
    return complaint.decidedBy === viewer.id ? own : yes;
  },
  review_decision: (viewer, { forAdmin, ...decision }) => {
    if (!isStaff(viewer.role)) return no;
    if (!mayDecideAppeal(viewer.id, decision)) return own;
    return forAdmin && viewer.role !== 'admin' ? no : yes;
  },
  sanction_account: (viewer, person) => {
    const answer = onPerson(viewer, person);
    if (!answer.ok || viewer.role === 'admin') return answer;
    return person.event === 'suspend' && (person.ttlMs ?? Infinity) <= person.supportLimitMs ? yes : no;
  },
  give_strike: (viewer, { measure, suspensionMs, supportLimitMs, ...person }) => {
    const answer = onPerson(viewer, person);
    if (!answer.ok || viewer.role === 'admin') return answer;
    return measure !== 'closing' && suspensionMs <= supportLimitMs ? yes : no;
  },
  end_sessions: onPerson,
  change_settings: (viewer) => (viewer.role === 'admin' ? yes : no),
  confirm_proposal: (viewer) => (viewer.role === 'admin' ? yes : no),
  stop_proposal: (viewer) => (isStaff(viewer.role) ? yes : no),
  shape_catalogue: (viewer) => (viewer.role === 'admin' ? yes : no),
  moderate_listing: (viewer, { sellerId, risky, action }) => {
    if (!isStaff(viewer.role)) return no;
    if (sellerId === viewer.id) return own;
    const forAdmins = action === 'remove' || (action === 'republish' && risky);
    return forAdmins && viewer.role !== 'admin' ? no : yes;
  },
  unmask_person: (viewer) => (viewer.role === 'admin' ? yes : no),
  change_role: (viewer, { id }) => {
    if (viewer.role !== 'admin') return no;
    return id === viewer.id ? own : yes;
  },
  grant_level: (viewer, { id }) => {
    if (viewer.role !== 'admin') return no;
    return id === viewer.id ? own : yes;
  },
  correct_birth: (viewer, { id }) => {
    if (viewer.role !== 'admin') return no;
    return id === viewer.id ? own : yes;
  },
  decide_document: (viewer, { id, holderId }) => {
    if (!isStaff(viewer.role)) return no;
    return id === viewer.id || holderId === viewer.id ? own : yes;
  },
  decide_contest: (viewer, { involved }) => {
    if (!isStaff(viewer.role)) return no;
    return involved.includes(viewer.id) ? own : yes;
  },
  reconcile_payment: (viewer) => (viewer.role === 'admin' ? yes : no),
  declare_incident: (viewer) => (viewer.role === 'admin' ? yes : no),
  export_table: (viewer) => (viewer.role === 'admin' ? yes : no),
};

/** Staff act on people but not on themselves, and only an admin acts on staff. */
function onPerson(viewer: { id: number; role: Role }, person: { id: number; role: Role }): Answer {
  if (!isStaff(viewer.role)) return no;
  if (person.id === viewer.id) return own;
  return isStaff(person.role) && viewer.role !== 'admin' ? no : yes;
}

/** Staff who are not a side of the case. */
function onCase(viewer: { id: number; role: Role }, { parties }: { parties: readonly number[] }): Answer {
  if (!isStaff(viewer.role)) return no;
  return parties.includes(viewer.id) ? own : yes;
}

/** Every action of the matrix, for the test that tries each of them at the endpoints that check it. */
export const staffActions = Object.keys(matrix) as (keyof Actions)[];
export type { Actions as StaffActions };

/** The permission matrix (§4.15), used by the server and the dashboard. */
export function can<A extends keyof Actions>(
  viewer: { id: number; role: Role },
  action: A,
  thing: Actions[A],
): Answer {
  return matrix[action](viewer, thing);
}
