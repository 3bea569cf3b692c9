import { expect, test } from 'vitest';
import { channelKind, channelOwner, isGuessableChannel, messageChannel } from './channels.ts';

test.each([
  ['messageEvent_7', 'public'],
  ['private-user-7', 'private'],
  ['presence-queue', 'presence'],
  ['#server-to-user-7', 'private'],
  ['private-encrypted-x', null],
  ['cache-x', null],
  ['private-cache-x', null],
  ['com espaço', null],
  ['', null],
  ['x'.repeat(165), null],
])('the channel «%s» is %s', (name, kind) => {
  expect(channelKind(name)).toBe(kind);
});

test('the owner of a channel is derived from its name', () => {
  expect(channelOwner(messageChannel(7))).toBe(7);
  expect(channelOwner('private-user-12')).toBe(12);
  for (const name of [
    'messageEvent_07',
    'messageEvent_',
    'messageEvent_7x',
    'private-ticket-7',
    'messageEvent_-1',
  ])
    expect(channelOwner(name)).toBeNull();
});

test('of the channels of a person only the one of specification §4 can be guessed', () => {
  expect(isGuessableChannel(messageChannel(7))).toBe(true);
  for (const name of ['private-user-7', 'private-support-7', 'novidades', 'messageEvent_07'])
    expect(isGuessableChannel(name)).toBe(false);
});
