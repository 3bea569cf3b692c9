import { describe, expect, it } from 'vitest';
import { complaintStates } from '#domain/complaints/complaints.ts';
import { complaintPendingResponse, pendingResponseKinds } from '#domain/orders/pending-response.ts';
import { deliveryTypes, finalOrderStates, orderStates } from '#domain/orders/orders.ts';
import type { StepFacts } from './step.ts';
import { nextStep } from './next-step.ts';

const facts: StepFacts = {
  state: 'awaiting_payment',
  deliveryType: 'manual',
  method: 'pix',
  otherParty: '@ana',
  amountCents: 124_990,
  dueAt: '2026-03-12T17:52:00Z',
  promisedAt: null,
  releaseAt: null,
  closedAt: null,
  revealed: null,
  now: '2026-03-12T17:22:00Z',
};

describe('nextStep', () => {
  it('has a whole sentence for every state and side (design §2.2)', () => {
    for (const state of orderStates.filter((each) => each !== 'in_complaint'))
      for (const side of ['buyer', 'seller'] as const) {
        const step = nextStep({ ...facts, state }, side);
        expect(step.sentence).toMatch(/^[A-ZÀ-Ú@R].*\.$/);
        expect(step.sentence).not.toMatch(/undefined|null|NaN/);
      }
  });

  const open = orderStates.filter((state) => !finalOrderStates.includes(state) && state !== 'in_complaint');
  const cases = open.flatMap((state) =>
    (['buyer', 'seller'] as const).flatMap((side) =>
      deliveryTypes.map((deliveryType) => [state, side, deliveryType] as const),
    ),
  );

  it.each(cases)(
    'says in state %s to the %s of a sale with %s delivery who acts, until when, what happens otherwise and to the money (N12)',
    (state, side, deliveryType) => {
      const step = nextStep({ ...facts, state, deliveryType }, side);
      expect(step.actor).toMatch(/^(buyer|seller|platform)$/);
      expect(step.deadline).toBe(facts.dueAt);
      for (const text of [step.otherwise, step.money]) expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/);
    },
  );

  it('says that the promised time has passed and when the order is cancelled', () => {
    const late = { ...facts, promisedAt: '2026-03-12T17:21:00Z' };
    const said = (state: 'paid' | 'in_delivery', side: 'buyer' | 'seller') =>
      nextStep({ ...late, state }, side);
    for (const step of [said('paid', 'buyer'), said('in_delivery', 'buyer')])
      expect([step.sentence, step.deadline]).toEqual([
        'A entrega está atrasada: era até 14:21.',
        facts.dueAt,
      ]);
    expect(said('paid', 'seller').sentence).toBe(
      'A entrega está atrasada: era até 14:21. Marque quando iniciar a entrega.',
    );
    expect(said('in_delivery', 'seller').sentence).toBe(
      'A entrega está atrasada: era até 14:21. Entregue e marque aqui.',
    );
    expect(nextStep({ ...late, state: 'paid', promisedAt: facts.dueAt }, 'seller').sentence).toBe(
      'Entregue até 14:52. Marque quando iniciar a entrega.',
    );
  });

  it('asks for the rest of a partly paid price, and says that the part would be returned', () => {
    const step = nextStep({ ...facts, begun: true }, 'buyer');
    expect(step.sentence).toBe('Pague o resto até 14:52 para garantir a compra.');
    expect(step.otherwise).toBe('Sem o resto até lá, o pedido expira e o que você pagou volta inteiro.');
  });

  it('shows only the hour when the deadline is today', () => {
    expect(nextStep(facts, 'buyer').sentence).toBe('Pague o Pix até 14:52 para garantir a compra.');
    expect(nextStep({ ...facts, method: 'manual' }, 'buyer').sentence).toBe(
      'Pague e envie o comprovante até 14:52 para garantir a compra.',
    );
  });

  it('shows the day when the deadline is later', () => {
    const step = nextStep({ ...facts, state: 'paid', promisedAt: '2026-03-20T12:00:00Z' }, 'buyer');
    expect(step.sentence).toBe('@ana tem até 20 mar 2026, 09:00 para entregar.');
  });

  it('asks the buyer, and only the buyer, to open the codes before confirming', () => {
    const delivered = { ...facts, state: 'delivered', deliveryType: 'automatic' } as const;
    expect(nextStep({ ...delivered, revealed: false }, 'buyer').button).toBe('reveal');
    expect(nextStep({ ...delivered, revealed: true }, 'buyer').button).toBe('confirm');
    expect(nextStep({ ...delivered, revealed: false }, 'seller').button).toBeNull();
  });

  it('gives the seller nothing to do before the payment arrived', () => {
    expect(nextStep(facts, 'seller').button).toBeNull();
  });

  it('puts the release in the future or the past by its date', () => {
    const done = { ...facts, state: 'completed', releaseAt: '2026-03-19T12:00:00Z' } as const;
    expect(nextStep(done, 'seller').sentence).toContain('será liberado em 19 mar 2026');
    expect(nextStep({ ...done, now: '2026-03-20T12:00:00Z' }, 'seller').sentence).toContain('liberado em 19');
  });

  it('asks the buyer of a completed order for a rating while it can be rated', () => {
    const done = { ...facts, state: 'completed' } as const;
    expect(nextStep({ ...done, rateable: true }, 'buyer')).toMatchObject({
      sentence: 'Tudo certo. Conte como foi.',
      button: 'rate',
    });
    expect(nextStep(done, 'buyer').button).toBe('see_similar');
  });

  it('never says that a pending refund was already paid', () => {
    const refund = { by: '2026-03-16T17:52:00Z', where: 'no saldo' };
    for (const state of ['refunded', 'cancelled'] as const)
      expect(nextStep({ ...facts, state, refund }, 'buyer').sentence).toBe(
        'Reembolso aprovado. Cai até 16 mar 2026, 14:52 no saldo.',
      );
  });

  it('says why a cancelled order ended and what happened to the money', () => {
    const over = { ...facts, state: 'cancelled', closedAt: '2026-03-12T17:52:00Z' } as const;
    const because = 'Cancelado: a entrega não começou no prazo';
    const said = (money: 'none' | 'back' | 'coming') =>
      nextStep({ ...over, ending: { because, money } }, 'buyer').sentence;
    expect(said('back')).toBe(`Encerrado em 12 mar 2026. ${because}. O valor foi devolvido.`);
    expect(said('none')).toBe(`Encerrado em 12 mar 2026. ${because}. Nada foi cobrado.`);
    expect(said('coming')).toBe(`Encerrado em 12 mar 2026. ${because}. O valor volta inteiro.`);
    expect(nextStep({ ...over, ending: { because, money: 'back' } }, 'seller').sentence).toBe(
      `Encerrado em 12 mar 2026. ${because}.`,
    );
  });

  // An order in complaint has no deadline of its own.
  const complained = { ...facts, state: 'in_complaint', dueAt: null } as const;

  it('says for every pending response who acts, until when, what happens otherwise and to the money (N12)', () => {
    const until = '2026-03-12T17:52:00Z';
    for (const wait of pendingResponseKinds)
      for (const side of ['buyer', 'seller'] as const) {
        const step = nextStep({ ...complained, waits: { for: wait, until } }, side);
        expect(step.actor).toMatch(/^(buyer|seller|platform)$/);
        expect(step.deadline).toBe(until);
        expect(step.sentence).toContain('14:52');
        expect(step.button !== null).toBe(step.actor === side);
        for (const text of [step.sentence, step.otherwise, step.money])
          expect(text).toMatch(/^[A-ZÀ-Ú@].*\.$/);
      }
  });

  it('gives every state of a complaint a deadline, including the staff’s, and what follows it', () => {
    const found = {
      dueAt: '2026-03-13T17:52:00Z',
      raiseAt: null,
      promiseBy: null,
      fulfilled: false,
      proposal: null,
      askedUntil: null,
      mayAppeal: null,
    };
    for (const state of complaintStates)
      for (const side of ['buyer', 'seller'] as const) {
        if (state === 'closed') continue;
        const step = nextStep({ ...complained, waits: complaintPendingResponse({ ...found, state }) }, side);
        expect([step.deadline, step.otherwise !== '']).toEqual([found.dueAt, true]);
      }
    const team = complaintPendingResponse({
      ...found,
      state: 'in_mediation',
      raiseAt: '2026-03-16T17:52:00Z',
    });
    const step = nextStep({ ...complained, waits: team }, 'buyer');
    expect(step).toMatchObject({
      sentence: 'A equipe Praça analisa a reclamação e decide até amanhã às 14:52.',
      otherwise: 'Sem decisão até 16 mar 2026, 14:52, uma administradora ou um administrador assume o caso.',
      deadline: found.dueAt,
    });
    const late = nextStep({ ...complained, waits: team, now: '2026-03-14T17:22:00Z' }, 'seller');
    expect([late.sentence, late.deadline]).toEqual([
      'A equipe Praça devia ter decidido a reclamação até 13 mar 2026, 14:52.',
      '2026-03-16T17:52:00Z',
    ]);
  });

  it('has no deadline once the order is over', () => {
    for (const state of finalOrderStates)
      expect(nextStep({ ...facts, state }, 'buyer')).toMatchObject({ deadline: null, actor: null });
  });
});
