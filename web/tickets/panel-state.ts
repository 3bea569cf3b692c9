/** The panel's phase between closed and open (design §2.2), and the count on its button. */
export interface PanelState {
  phase: 'closed' | 'mounting' | 'open' | 'closing';
  unread: number;
}

export type PanelEvent =
  | { kind: 'pressed' }
  /** Opened by a page or a notice; an open panel stays open. */
  | { kind: 'asked' }
  | { kind: 'shown' }
  | { kind: 'gone' }
  /** The counted event of specification §4. */
  | { kind: 'message' }
  /** The unread count from the server (`in_chat`). */
  | { kind: 'counted'; unread: number }
  /** A later count: messages read elsewhere are subtracted, and a count reset by opening stays reset. */
  | { kind: 'recounted'; unread: number };

/** The panel mounts at once and becomes visible after this many milliseconds (§1). */
export const showDelayMs = 10;
/** Limit for a closing transition that never ends, as when motion is reduced. */
export const closingLimitMs = 400;

export const closedPanel: PanelState = { phase: 'closed', unread: 0 };

/** The panel's state after an event. */
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

/** Opening resets the counter. A closing panel reopens from where it is. */
function opened(phase: PanelState['phase']): PanelState {
  return { phase: phase === 'closing' ? 'open' : 'mounting', unread: 0 };
}
