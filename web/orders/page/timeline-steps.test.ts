import { describe, expect, it } from 'vitest';
import { timelineSteps } from './timeline-steps.ts';

const at = '2026-03-12T17:00:00Z';
const placed = { event: 'place', state: 'awaiting_payment', actor: 'buyer', at } as const;
const paid = { event: 'pay', state: 'paid', actor: 'system', at } as const;
const names = { buyer: 'ana', seller: 'loja' };

describe('timelineSteps', () => {
  it('marks the last event as current and shows the steps still to come', () => {
    const steps = timelineSteps({ ...names, viewerIs: 'buyer', state: 'paid', timeline: [placed, paid] });
    expect(steps.map(({ title, state }) => [title, state])).toEqual([
      ['Pedido feito', 'done'],
      ['Pagamento confirmado', 'current'],
      ['Entrega', 'upcoming'],
      ['Conclusão e liberação do valor', 'upcoming'],
    ]);
    expect(steps[0]?.actor).toBe('@ana');
  });

  it('ends with the failure and shows no further steps', () => {
    const expired = { event: 'expire', state: 'expired', actor: 'system', at } as const;
    const steps = timelineSteps({
      ...names,
      viewerIs: 'seller',
      state: 'expired',
      timeline: [placed, expired],
    });
    expect(steps.map(({ state }) => state)).toEqual(['done', 'failed']);
  });

  it('shows strangers no names', () => {
    const [first] = timelineSteps({
      ...names,
      viewerIs: 'stranger',
      state: 'awaiting_payment',
      timeline: [placed],
    });
    expect(first?.actor).toBe('Quem comprou');
  });
});
