import { useEffect } from 'react';

/** The regions F6 moves through (design §4.13): the page, the support panel or its button, the notices. */
const regions = ['#conteudo', '[data-slot=support-panel], [data-slot=support-launcher]', '[data-notices]'];

/** F6 moves the focus to the next region, Shift+F6 to the one before. */
export function useRegionKey(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'F6' || event.defaultPrevented) return;
      const visibleRegions = regions
        .map((selector) => [...document.querySelectorAll<HTMLElement>(selector)].at(-1))
        .filter((element) => element !== undefined);
      if (visibleRegions.length < 2) return;
      event.preventDefault();
      const currentIndex = visibleRegions.findIndex((element) => element.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      focusIn(
        visibleRegions[(Math.max(currentIndex, 0) + step + visibleRegions.length) % visibleRegions.length]!,
      );
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function focusIn(region: HTMLElement): void {
  const first =
    region.tabIndex >= -1 && region.hasAttribute('tabindex')
      ? region
      : (region.querySelector<HTMLElement>('button, a, input, textarea') ?? region);
  first.focus();
}
