import { expect, test } from 'vitest';
import { allowedEvents } from '#domain/machine.ts';
import { fillMacro, ticketMachine, ticketRoutes, unknownPlaceholders } from './tickets.ts';

test('money tickets have priority over orders, orders over accounts, accounts over the rest', () => {
  const order = (['other', 'account', 'order', 'withdrawal'] as const)
    .toSorted((a, b) => ticketRoutes[a].priority - ticketRoutes[b].priority)
    .join(' ');
  expect(order).toBe('withdrawal order account other');
});

test('the events a person may cause depend on the state of the ticket', () => {
  expect(allowedEvents(ticketMachine, 'waiting_user', 'user')).toEqual(['answer']);
  expect(allowedEvents(ticketMachine, 'resolved', 'user')).toEqual(['reopen', 'confirm']);
  expect(allowedEvents(ticketMachine, 'closed', 'user')).toEqual([]);
  expect(allowedEvents(ticketMachine, 'closed', 'staff')).toEqual([]);
});

test('a ticket may be merged until it is resolved', () => {
  for (const state of ['open', 'in_progress', 'waiting_user'] as const)
    expect(allowedEvents(ticketMachine, state, 'staff')).toContain('merge');
  expect(allowedEvents(ticketMachine, 'resolved', 'staff')).toEqual([]);
});

test('a macro is filled with known values and keeps unknown placeholders', () => {
  const text = 'Olá, {nome}! Sobre o pedido {pedido}: protocolo {protocolo}.';
  expect(fillMacro(text, { nome: 'Ana', protocolo: 'A-1' })).toBe(
    'Olá, Ana! Sobre o pedido {pedido}: protocolo A-1.',
  );
  expect(unknownPlaceholders('{nome} {cpf} {situação}')).toEqual(['{cpf}', '{situação}']);
});
