import { expect, test } from 'vitest';
import { shipmentStates } from '#domain/shipping/shipments.ts';
import { nextStep } from '#web/orders/next-step.ts';
import type { StepFacts } from '#web/orders/step.ts';
import { dayText } from './days.ts';
import { codeOfFragment, handoverPath } from './handover-path.ts';
import { ordersOfSheets, sheetsPath } from './sheets-path.ts';

const facts: StepFacts = {
  state: 'paid',
  deliveryType: 'shipping',
  shipment: { state: 'preparing', hasLabel: true, labelReady: false },
  method: 'pix',
  otherParty: '@ana',
  amountCents: 10_000,
  promisedAt: '2026-12-03T02:59:59Z',
  dueAt: '2026-12-04T02:59:59Z',
  releaseAt: null,
  closedAt: null,
  revealed: null,
  now: '2026-11-27T15:00:00Z',
};

const offered = (shipment: Partial<NonNullable<StepFacts['shipment']>>) =>
  nextStep({ ...facts, shipment: { ...facts.shipment!, ...shipment } }, 'seller').button;

test('the seller of a paid parcel makes the label, prints it, or posts it at their own counter', () => {
  expect(offered({})).toBe('make_label');
  expect(offered({ labelReady: true })).toBe('print_label');
  expect(offered({ hasLabel: false })).toBe('post');
});

test('both sides read until when a parcel is posted, and what happens otherwise', () => {
  const buyer = nextStep(facts, 'buyer');
  expect(buyer.sentence).toBe('@ana tem até 2 dez 2026 para postar o pacote.');
  expect(buyer.otherwise).toMatch(/^Sem postagem até 3 dez 2026, a compra é cancelada/);
  expect(nextStep(facts, 'seller').sentence).toMatch(/^Poste até 2 dez 2026\./);
  const late = { ...facts, now: '2026-12-03T12:00:00Z' };
  expect(nextStep(late, 'seller').sentence).toBe('O prazo de postagem acabou em 2 dez 2026. Poste até hoje.');
});

test.each(shipmentStates)('a parcel on its way in state %s has a whole sentence for both sides', (state) => {
  for (const side of ['buyer', 'seller'] as const)
    for (const hasLabel of [true, false]) {
      const shipment = { state, hasLabel, labelReady: hasLabel };
      const step = nextStep({ ...facts, state: 'in_delivery', shipment }, side);
      for (const text of [step.sentence, step.otherwise, step.money]) expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/);
    }
});

test('a late parcel is named, and its buyer may complain', () => {
  const late = { ...facts, state: 'in_delivery', now: '2026-12-03T12:00:00Z' } as const;
  const shipment = { state: 'in_transit', hasLabel: true, labelReady: true } as const;
  expect(nextStep({ ...late, shipment }, 'buyer').sentence).toBe(
    'O pacote está atrasado: era até 2 dez 2026. Você já pode reclamar.',
  );
});

test('a parcel that came back for a wrong address says that the freight stays', () => {
  const ending = { because: 'Cancelado', money: 'coming', lessFreight: true } as const;
  const closed = { ...facts, state: 'cancelled', closedAt: facts.now, ending } as const;
  expect(nextStep(closed, 'buyer').sentence).toMatch(/O preço volta, menos o frete\.$/);
});

test('what is picked up leads the buyer to the code and the seller to typing it', () => {
  const pickup = { ...facts, deliveryType: 'pickup', shipment: null } as const;
  expect(nextStep(pickup, 'buyer')).toMatchObject({ button: 'see_code', actor: 'buyer' });
  expect(nextStep(pickup, 'seller')).toMatchObject({ button: 'hand_over', actor: 'seller' });
});

test('the days of parcels are named', () => {
  expect(dayText('2026-11-28T02:59:59Z', facts.now)).toBe('hoje');
  expect(dayText('2026-11-29T02:59:59Z', facts.now)).toBe('amanhã');
  expect(dayText(null, facts.now)).toBe('o fim do prazo');
});

test('the code of a scanned QR code is read from the fragment, and nothing else is', () => {
  const hash = 'a'.repeat(26);
  expect(codeOfFragment(new URL(handoverPath(hash, '012345'), 'https://praca.example').hash)).toBe('012345');
  expect(codeOfFragment('#codigo=12345')).toBe('');
  expect(codeOfFragment('#conversa')).toBe('');
});

test('the orders of the sheets’ address are read back, and what is no order is left out', () => {
  const hashes = ['a'.repeat(26), 'b'.repeat(26)];
  expect(ordersOfSheets(new URL(sheetsPath(hashes), 'https://praca.example').searchParams)).toEqual(hashes);
  expect(ordersOfSheets(new URLSearchParams('pedidos=x,,../y'))).toEqual([]);
});
