import { describe, expect, test } from 'vitest';
import { closedPanel, panelAfter } from './panel-state.ts';
import type { PanelEvent, PanelState } from './panel-state.ts';

const after = (...events: (PanelEvent | PanelEvent['kind'])[]): PanelState =>
  events.reduce<PanelState>(
    (state, event) => panelAfter(state, typeof event === 'string' ? ({ kind: event } as PanelEvent) : event),
    closedPanel,
  );

describe('opening and closing', () => {
  test('passes through mounting and closing, and is removed only after the transition', () => {
    expect(after('pressed').phase).toBe('mounting');
    expect(after('pressed', 'shown').phase).toBe('open');
    expect(after('pressed', 'shown', 'pressed').phase).toBe('closing');
    expect(after('pressed', 'shown', 'pressed', 'gone').phase).toBe('closed');
  });

  test('a second press while closing reopens it, and the end of that transition is ignored', () => {
    const back = after('pressed', 'shown', 'pressed', 'pressed');
    expect(back.phase).toBe('open');
    expect(panelAfter(back, { kind: 'gone' }).phase).toBe('open');
  });

  test('a press before it is visible closes it, and a late show event does not reopen it', () => {
    expect(after('pressed', 'pressed', 'shown').phase).toBe('closing');
  });

  test('a request opens it and never closes it', () => {
    expect(after('asked', 'shown', 'asked').phase).toBe('open');
  });
});

describe('the counter', () => {
  test('grows by one with each event only while the panel is not open', () => {
    expect(after('message', 'message').unread).toBe(2);
    expect(after('pressed', 'shown', 'message').unread).toBe(0);
    expect(after('pressed', 'shown', 'pressed', 'message').unread).toBe(1);
  });

  test('starts with the server’s count, and opening resets it', () => {
    const counted = { kind: 'counted', unread: 7 } as const;
    expect(after(counted, 'message').unread).toBe(8);
    expect(after(counted, 'pressed').unread).toBe(0);
    expect(after('pressed', 'shown', counted).unread).toBe(0);
  });

  test('messages read elsewhere are subtracted, and a count reset by opening stays reset', () => {
    expect(after('message', 'message', { kind: 'recounted', unread: 1 }).unread).toBe(1);
    const closed = after('pressed', 'shown', 'pressed', 'gone', 'message');
    expect(panelAfter(closed, { kind: 'recounted', unread: 3 }).unread).toBe(1);
  });
});
