/** Where the panel is between closed and open (design §2.2), and what the badge on its button counts. */
export interface PanelState {
  phase: 'closed' | 'mounting' | 'open' | 'closing';
  unread: number;
}

export type PanelEvent =
  | { kind: 'pressed' }
  /** Asked for from a page or a notice: opens, and stays open where it is. */
  | { kind: 'asked' }
  | { kind: 'shown' }
  | { kind: 'gone' }
  /** The counted event of specification §4. */
  | { kind: 'message' }
  /** What the server says is unread (`in_chat`). */
  | { kind: 'counted'; unread: number }
  /** The same later: what was read elsewhere no longer counts here, and what opening reset stays reset. */
  | { kind: 'recounted'; unread: number };

/** In the page at once, visible so many milliseconds later (§1). */
export const showDelayMs = 10;
/** A closing transition that never ends, as without motion, is over by then. */
export const closingLimitMs = 400;

export const closedPanel: PanelState = { phase: 'closed', unread: 0 };

/** The panel after something happened. */
export function panelAfter(state: PanelState, event: PanelEvent): PanelState {
  const { phase, unread } = state;
  switch (event.kind) {
    case 'pressed':
      return phase === 'mounting' || phase === 'open' ? { phase: 'closing', unread } : opened(phase);
    case 'asked':
      return phase === 'mounting' || phase === 'open' ? state : opened(phase);
    case 'shown':
      return phase === 'mounting' ? { phase: 'open', unread: 0 } : state;
    case 'gone':
      return phase === 'closing' ? { phase: 'closed', unread } : state;
    case 'message':
      return phase === 'open' ? state : { phase, unread: unread + 1 };
    case 'counted':
      return phase === 'open' ? state : { phase, unread: event.unread };
    case 'recounted':
      return { phase, unread: Math.min(unread, event.unread) };
  }
}

/** Opening resets the counter. A panel on its way out comes back from where it is. */
function opened(phase: PanelState['phase']): PanelState {
  return { phase: phase === 'closing' ? 'open' : 'mounting', unread: 0 };
}
