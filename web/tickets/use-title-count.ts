import { useEffect } from 'react';

const prefix = /^\(\d+\+?\) /;

/**
 * Shows «(3) Praça» as the tab's title while messages are unread. Navigation also writes titles, so each change is
 * corrected.
 */
export function useTitleCount(count: number): void {
  useEffect(() => {
    function correctTitle(): void {
      const plainTitle = document.title.replace(prefix, '');
      const title = count > 0 ? `(${count > 99 ? '99+' : count}) ${plainTitle}` : plainTitle;
      if (document.title !== title) document.title = title;
    }
    correctTitle();
    const observer = new MutationObserver(correctTitle);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(prefix, '');
    };
  }, [count]);
}
