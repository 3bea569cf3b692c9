import { useEffect } from 'react';

const prefix = /^\(\d+\+?\) /;

/** «(3) Praça» in the tab while messages wait; navigation writes titles too, so each change is mended. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    function mend(): void {
      const bare = document.title.replace(prefix, '');
      const wanted = count > 0 ? `(${count > 99 ? '99+' : count}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    }
    mend();
    const observer = new MutationObserver(mend);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(prefix, '');
    };
  }, [count]);
}
