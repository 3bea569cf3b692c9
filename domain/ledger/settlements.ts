import type { Machine } from '#domain/machine.ts';
import type { SettlementState } from '#domain/orders/orders.ts';

export type SettlementEvent =
  | 'conclude'
  | 'release'
  | 'block'
  | 'return_to_escrow'
  | 'return_to_pending'
  | 'return_to_released'
  | 'reverse';

/**
 * The state machine of the sale's money (`liquidação`), §4.3. It starts `in_escrow` with the capture. Released money
 * may still be blocked or reversed within the buyer's rights (M6, M7).
 */
export const settlementMachine: Machine<SettlementEvent, SettlementState, 'system'> = {
  conclude: { rule: '§4.3', by: ['system'], from: ['in_escrow'], to: 'pending_release' },
  release: { rule: '§4.3', by: ['system'], from: ['pending_release'], to: 'released' },
  block: { rule: 'M7', by: ['system'], from: ['in_escrow', 'pending_release', 'released'], to: 'blocked' },
  return_to_escrow: { rule: 'M7', by: ['system'], from: ['blocked'], to: 'in_escrow' },
  return_to_pending: { rule: 'M7', by: ['system'], from: ['blocked'], to: 'pending_release' },
  return_to_released: { rule: 'M7', by: ['system'], from: ['blocked'], to: 'released' },
  reverse: {
    rule: '§4.3',
    by: ['system'],
    from: ['in_escrow', 'pending_release', 'released', 'blocked'],
    to: 'reversed',
  },
};
