import { expect, test } from 'vitest';
import { allowed } from '#domain/machine.ts';
import { fillMacro, ticketMachine, ticketRoutes, unknownPlaceholders } from './tickets.ts';

test('money that is stuck comes before orders, orders before accounts, accounts before the rest', () => {
  const order = (['other', 'account', 'order', 'withdrawal'] as const)
    .toSorted((a, b) => ticketRoutes[a].priority - ticketRoutes[b].priority)
    .join(' ');
  expect(order).toBe('withdrawal order account other');
});

test('what the person may do depends on whose turn it is', () => {
  expect(allowed(ticketMachine, 'waiting_user', 'user')).toEqual(['answer']);
  expect(allowed(ticketMachine, 'resolved', 'user')).toEqual(['reopen', 'confirm']);
  expect(allowed(ticketMachine, 'closed', 'user')).toEqual([]);
  expect(allowed(ticketMachine, 'closed', 'staff')).toEqual([]);
});

test('two tickets become one while the first is not over', () => {
  for (const state of ['open', 'in_progress', 'waiting_user'] as const)
    expect(allowed(ticketMachine, state, 'staff')).toContain('merge');
  expect(allowed(ticketMachine, 'resolved', 'staff')).toEqual([]);
});

test('a ready answer is filled with what is known and shows what is not', () => {
  const text = 'Olá, {nome}! Sobre o pedido {pedido}: protocolo {protocolo}.';
  expect(fillMacro(text, { nome: 'Ana', protocolo: 'A-1' })).toBe(
    'Olá, Ana! Sobre o pedido {pedido}: protocolo A-1.',
  );
  expect(unknownPlaceholders('{nome} {cpf} {situação}')).toEqual(['{cpf}', '{situação}']);
});
