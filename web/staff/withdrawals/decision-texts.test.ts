import { expect, test } from 'vitest';
import { approvalText, decisionText } from './decision-texts.ts';

const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));
const withdrawal = { amountCents: 600_000, feeCents: 250, holderName: 'Ana Souza' };

test('a decision’s text follows the returned state, whatever the page showed before', () => {
  expect(plain(decisionText(withdrawal, 'approved'))).toEqual([
    'Saque aprovado',
    'R$ 5.997,50 a caminho de Ana Souza.',
  ]);
  expect(plain(decisionText(withdrawal, 'rejected'))).toEqual([
    'Saque recusado',
    'R$ 6.000,00 voltaram ao saldo.',
  ]);
  expect(decisionText(withdrawal, 'in_review')[0]).toBe('Primeira aprovação feita');
});

test('of several approved together only those sent are counted, without their fees', () => {
  const small = { amountCents: 10_000, feeCents: 250 };
  const approved = { item: small, answer: { state: 'approved' as const } };
  const pending = { item: withdrawal, answer: { state: 'in_review' as const } };
  expect(plain(approvalText([approved, approved]))).toEqual([
    '2 saques aprovados',
    'R$ 195,00 a caminho por Pix.',
  ]);
  expect(plain(approvalText([approved, pending]))).toEqual([
    '2 aprovações feitas',
    'R$ 97,50 a caminho por Pix. 1 espera a aprovação de outra pessoa.',
  ]);
  expect(plain(approvalText([pending]))).toEqual([
    '1 aprovação feita',
    '1 espera a aprovação de outra pessoa.',
  ]);
});
