import { expect, test } from 'vitest';
import { heldReasons } from '#domain/ledger/held-money.ts';
import { explainHeld } from './held-texts.ts';

const line = {
  id: 1,
  amountCents: 9_010,
  until: '2026-03-12T17:00:00.000Z',
  outcome: 'released' as const,
  freeAt: '2026-03-16T17:00:00.000Z',
  categoryHold: null,
  order: null,
  complaint: null,
  blockWords: null,
};

test('every reason says why, what happens at its date, and what would release the money sooner', () => {
  for (const reason of heldReasons) {
    const { why, atDate, sooner } = explainHeld({ ...line, reason }, '2026-03-10T00:00:00.000Z');
    for (const sentence of [why, atDate, sooner]) expect(sentence).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect(atDate).toContain('12 mar 2026, 14:00');
  }
});

test('a delivered sale shows both its dates', () => {
  const { atDate } = explainHeld({ ...line, reason: 'awaiting_confirmation' }, '2026-03-10T00:00:00.000Z');
  expect(atDate).toContain('12 mar 2026, 14:00');
  expect(atDate).toContain('16 mar 2026, 14:00');
});

test('a sale with its category’s own release delay names the category and its days', () => {
  const categoryHold = { category: 'Contas de jogos', days: 14 };
  for (const reason of ['awaiting_confirmation', 'on_hold'] as const) {
    const { why } = explainHeld({ ...line, reason, categoryHold }, '2026-03-10T00:00:00.000Z');
    expect(why).toMatch(/\. Em «Contas de jogos», o valor espera 14 dias depois da entrega\.$/);
  }
});

test('a date in the past is not promised', () => {
  const { atDate } = explainHeld({ ...line, reason: 'withdrawal_in_review' }, '2026-03-13T00:00:00.000Z');
  expect(atDate).toContain('O prazo era 12 mar 2026, 14:00');
});

test('a block by staff shows the reason that was written for the seller, its end, and that the rest is free', () => {
  const { why, atDate } = explainHeld(
    { ...line, reason: 'blocked_by_team', blockWords: 'Conferimos a nota do aparelho.' },
    '2026-03-10T00:00:00.000Z',
  );
  expect(why).toContain(
    'o resto do seu saldo continua livre para saque. Motivo: «Conferimos a nota do aparelho.»',
  );
  expect(atDate).toContain('acaba em 12 mar 2026, 14:00');
});

test('a complaint shows its own next deadline and its consequence', () => {
  const waits = { for: 'answer', until: '2026-03-12T17:00:00.000Z' } as const;
  const complaint = { buyer: 'ana', waits };
  const { atDate } = explainHeld({ ...line, reason: 'in_complaint', complaint }, '2026-03-10T00:00:00.000Z');
  expect(atDate).toBe(
    'Há uma reclamação. Envie sua versão até 12 mar 2026, 14:00. Sem resposta até lá, o valor volta inteiro a quem comprou.',
  );
});
