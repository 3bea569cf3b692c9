import type { Machine } from './machine.ts';
import type { SettlementState } from './orders.ts';

export type SettlementEvent = 'conclude' | 'release' | 'reverse';

/**
 * The life of the sale's money (`liquidação`), product §4.3. Born `in_escrow` with the capture.
 * Blocking brings its own rows with complaints.
 */
export const settlementMachine: Machine<SettlementEvent, SettlementState, 'system'> = {
  conclude: { rule: '§4.3', by: ['system'], from: ['in_escrow'], to: 'pending_release' },
  release: { rule: '§4.3', by: ['system'], from: ['pending_release'], to: 'released' },
  reverse: { rule: '§4.3', by: ['system'], from: ['in_escrow'], to: 'reversed' },
};
