/**
 * The rules of which staff turned a size, as far as they say one: the usual bounds stand with their size. The server
 * sets them before each page (`setTurned`); a browser reads them from the page it got, so that no page asks for them.
 */
export let turned: object = typeof document === 'undefined' ? {} : read(document.documentElement);

/** @returns whether they changed, so that what was rendered before is out of date */
export function setTurned(next: object): boolean {
  const changed = JSON.stringify(next) !== JSON.stringify(turned);
  turned = next;
  return changed;
}

/** How the document's element tells them; nothing while all is as usual. */
export function turnedProps() {
  const told = JSON.stringify(turned);
  return { 'data-sizes': told === '{}' ? undefined : told };
}

function read({ dataset }: HTMLElement): object {
  return JSON.parse(dataset.sizes ?? '{}') as object;
}
