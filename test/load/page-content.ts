/** How to recognize a page whose own data is on the screen; a skeleton must not match. */
export interface Content {
  /** What the page's first heading says. */
  title: string;
  /** An element that exists only with the data. */
  selector: string;
}

/** Milliseconds since the navigation, the click or the step back. */
export interface ContentTime {
  startedAt: number;
  shownAt: number;
}

declare global {
  interface Window {
    pageContent: {
      /** Waits for this content; the time starts with the next click, unless `now` says with the call. */
      expect: (content: Content, start: 'click' | 'now') => void;
      shown: Promise<ContentTime>;
    };
  }
}

/**
 * Runs in the page before its own scripts: records when the content was painted first. Of a navigation the time starts
 * with the document's time origin.
 */
export function watchContent(first: Content): void {
  let found: (time: ContentTime) => void;
  let wanted: Content | null = null;
  let startedAt: number | null = 0;
  const isShown = ({ title, selector }: Content) => {
    const heading = document.querySelector('main h1');
    if (!heading?.textContent.includes(title)) return false;
    return [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0);
  };
  const check = () => {
    if (!wanted || startedAt === null || !isShown(wanted)) return;
    wanted = null;
    const from = startedAt;
    // The callback of a frame runs before its paint, the message after it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => found({ startedAt: from, shownAt: performance.now() }));
      port1.start();
      port2.postMessage(null);
    });
  };
  const wait = (content: Content) => {
    wanted = content;
    window.pageContent.shown = new Promise((resolve) => (found = resolve));
  };
  window.pageContent = {
    expect(content, start) {
      startedAt = start === 'now' ? performance.now() : null;
      wait(content);
    },
    shown: Promise.reject(new Error('not started')),
  };
  window.pageContent.shown.catch(() => undefined);
  addEventListener('click', ({ timeStamp }) => (startedAt ??= timeStamp), true);
  wait(first);
  new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
}
