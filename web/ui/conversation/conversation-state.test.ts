import { describe, expect, test } from 'vitest';
import { conversationReducer, emptyConversation, nextToSend } from './conversation-state.ts';
import type { Conversation, ConversationEvent, DeliveredMessage } from './conversation-state.ts';

interface Message extends DeliveredMessage {
  text: string;
}

const message = (sequence: number, text: string, clientId: string | null = null): Message => ({
  sequence,
  clientId,
  mine: clientId !== null,
  text,
});

const after = (...events: ConversationEvent<Message, string>[]): Conversation<Message, string> =>
  events.reduce<Conversation<Message, string>>(conversationReducer, emptyConversation());

const texts = ({ messages }: Conversation<Message, string>) => messages.map(({ text }) => text);

describe('the order', () => {
  test('is the server’s, whatever order messages arrive in', () => {
    const conversation = after(
      { kind: 'arrived', messages: [message(3, 'c')] },
      { kind: 'caught_up', messages: [message(1, 'a'), message(2, 'b')], upTo: 2 },
    );
    expect(texts(conversation)).toEqual(['a', 'b', 'c']);
  });

  test('a message received twice is listed once, in its latest version', () => {
    const conversation = after(
      { kind: 'caught_up', messages: [message(1, 'a')], upTo: 1 },
      { kind: 'caught_up', messages: [message(1, 'a, oculta')], upTo: 1 },
    );
    expect(texts(conversation)).toEqual(['a, oculta']);
  });
});

describe('catching up', () => {
  test('starts where the last complete list ended, not at the last message received', () => {
    const conversation = after(
      { kind: 'caught_up', messages: [message(1, 'a')], upTo: 1 },
      // The reply to an own message overtook the other side's second message.
      { kind: 'arrived', messages: [message(3, 'c', 'x')] },
    );
    expect(conversation.caughtUpTo).toBe(1);
    const whole = conversationReducer(conversation, {
      kind: 'caught_up',
      messages: [message(2, 'b'), message(3, 'c', 'x')],
      upTo: 3,
    });
    expect(texts(whole)).toEqual(['a', 'b', 'c']);
    expect(whole.caughtUpTo).toBe(3);
  });

  test('a late reply to an older request does not move the cursor back', () => {
    const conversation = after(
      { kind: 'caught_up', messages: [message(1, 'a'), message(2, 'b')], upTo: 2 },
      { kind: 'caught_up', messages: [message(1, 'a')], upTo: 1 },
    );
    expect(conversation.caughtUpTo).toBe(2);
  });
});

describe('sending', () => {
  const written = { kind: 'written', clientId: 'x', draft: 'oi' } as const;

  test('a message is shown at once and replaced by the server’s copy', () => {
    const pending = after(written, { kind: 'sending', clientId: 'x' });
    expect(pending.outgoing).toEqual([{ clientId: 'x', draft: 'oi', state: 'sending', problem: null }]);
    const done = conversationReducer(pending, { kind: 'arrived', messages: [message(1, 'oi', 'x')] });
    expect(done.outgoing).toEqual([]);
    expect(texts(done)).toEqual(['oi']);
  });

  test('a message is shown once when the list brings the copy before the reply', () => {
    const done = after(
      written,
      { kind: 'sending', clientId: 'x' },
      { kind: 'caught_up', messages: [message(1, 'oi', 'x')], upTo: 1 },
      { kind: 'arrived', messages: [message(1, 'oi', 'x')] },
      { kind: 'unreachable', clientId: 'x' },
    );
    expect(done.outgoing).toEqual([]);
    expect(texts(done)).toEqual(['oi']);
  });

  test('another person’s message with the same client id does not replace the own one', () => {
    const theirs = { ...message(1, 'deles', 'x'), mine: false };
    expect(after(written, { kind: 'arrived', messages: [theirs] }).outgoing).toHaveLength(1);
  });

  test('writing the same client id twice adds one message, also after it was delivered', () => {
    expect(after(written, written).outgoing).toHaveLength(1);
    expect(after(written, { kind: 'arrived', messages: [message(1, 'oi', 'x')] }, written).outgoing).toEqual(
      [],
    );
  });

  test('without a connection messages wait in their order; a refused one stays with its reason', () => {
    const conversation = after(
      written,
      { kind: 'written', clientId: 'y', draft: 'tudo bem?' },
      { kind: 'unreachable', clientId: 'x' },
    );
    expect(nextToSend(conversation)?.clientId).toBe('x');
    const refused = conversationReducer(conversation, { kind: 'refused', clientId: 'x', problem: 'Não.' });
    expect(refused.outgoing[0]).toMatchObject({ state: 'failed', problem: 'Não.' });
    expect(nextToSend(refused)?.clientId).toBe('y');
    expect(nextToSend(conversationReducer(refused, { kind: 'sending', clientId: 'x' }))?.clientId).toBe('x');
    const dropped = conversationReducer(refused, { kind: 'dropped', clientId: 'x' });
    expect(dropped.outgoing.map(({ clientId }) => clientId)).toEqual(['y']);
  });
});
