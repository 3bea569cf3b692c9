import { expect, test } from 'vitest';
import { allowedEvents } from '#domain/machine.ts';
import { fillMacro, ticketMachine, ticketRoutes, unknownPlaceholders } from './tickets.ts';

test('money that is stuck comes before orders, orders before accounts, accounts before the rest', () => {
  const order = (['other', 'account', 'order', 'withdrawal'] as const)
    .toSorted((a, b) => ticketRoutes[a].priority - ticketRoutes[b].priority)
    .join(' ');
  expect(order).toBe('withdrawal order account other');
});

test('what the person may do depends on whose turn it is', () => {
  expect(allowedEvents(ticketMachine, 'waiting_user', 'user')).toEqual(['answer']);
  expect(allowedEvents(ticketMachine, 'resolved', 'user')).toEqual(['reopen', 'confirm']);
  expect(allowedEvents(ticketMachine, 'closed', 'user')).toEqual([]);
  expect(allowedEvents(ticketMachine, 'closed', 'staff')).toEqual([]);
});

test('two tickets become one while the first is not over', () => {
  for (const state of ['open', 'in_progress', 'waiting_user'] as const)
    expect(allowedEvents(ticketMachine, state, 'staff')).toContain('merge');
  expect(allowedEvents(ticketMachine, 'resolved', 'staff')).toEqual([]);
});

test('a ready answer is filled with what is known and shows what is not', () => {
  const text = 'Olá, {nome}! Sobre o pedido {pedido}: protocolo {protocolo}.';
  expect(fillMacro(text, { nome: 'Ana', protocolo: 'A-1' })).toBe(
    'Olá, Ana! Sobre o pedido {pedido}: protocolo A-1.',
  );
  expect(unknownPlaceholders('{nome} {cpf} {situação}')).toEqual(['{cpf}', '{situação}']);
});
