import { expect, test } from 'vitest';
import { statementAccounts, statementTopics } from '#domain/ledger/statements.ts';
import { accounts, isFiltered, queryOf, readChoice, topics } from './statement-query.ts';

const ask = (address: string, today = '2026-03-12') =>
  queryOf(readChoice(new URLSearchParams(address)), today);

test('an address without parameters asks for everything', () => {
  expect(ask('')).toEqual({});
  expect(isFiltered(readChoice(new URLSearchParams('conta=credito')))).toBe(false);
});

test.each([
  ['periodo=hoje', { from: '2026-03-12', to: '2026-03-12' }],
  ['periodo=7d', { from: '2026-03-06', to: '2026-03-12' }],
  ['periodo=mes', { from: '2026-03-01', to: '2026-03-12' }],
  ['periodo=mes-passado', { from: '2026-02-01', to: '2026-02-28' }],
  ['de=2026-01-05', { from: '2026-01-05' }],
  [
    'de=2026-01-05&ate=2026-01-09&tipo=saques',
    { from: '2026-01-05', to: '2026-01-09', topic: 'withdrawals' },
  ],
  ['conta=credito&antes=31', { account: 'purchase_credit', before: '31' }],
])('%s becomes days, topics and accounts', (address, query) => expect(ask(address)).toEqual(query));

test('the month before January is December', () => {
  expect(ask('periodo=mes-passado', '2026-01-20')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('unknown values in the address are ignored', () => {
  expect(ask('periodo=sempre&tipo=tudo&conta=cofre&antes=-1&de=ontem')).toEqual({});
});

test('every topic and account of the domain has a value in the address', () => {
  expect(
    Object.values(topics)
      .map(({ topic }) => topic)
      .toSorted(),
  ).toEqual([...statementTopics].toSorted());
  expect(
    Object.values(accounts)
      .map(({ account }) => account)
      .toSorted(),
  ).toEqual([...statementAccounts].toSorted());
});
