import { useRef, useState, type PointerEvent } from 'react';

/** Reordering by dragging with pointer events. Offer a menu as well, because dragging must not be the only way. */
export function useReorder(ids: readonly string[], onReorder: (ids: string[]) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [order, setOrder] = useState<string[] | null>(null);
  const latest = useRef<string[]>([]);

  function handleFor(id: string) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        latest.current = [...ids];
        setDragged(id);
        setOrder(latest.current);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (dragged !== id) return;
        const below = document.elementsFromPoint(event.clientX, event.clientY);
        const target = below
          .map((element) => element.closest<HTMLElement>('[data-reorder-id]'))
          .find(Boolean);
        const over = target?.dataset.reorderId;
        if (!over || over === id) return;
        latest.current = moved(latest.current, id, latest.current.indexOf(over));
        setOrder(latest.current);
      },
      onPointerUp: () => finish(true),
      onPointerCancel: () => finish(false),
    };
  }

  function finish(commit: boolean): void {
    if (dragged !== null && commit) onReorder(latest.current);
    setDragged(null);
    setOrder(null);
  }

  return { order: order ?? ids, dragged, handleFor };
}

/** The list with one id moved to another position. */
export function moved(ids: readonly string[], id: string, position: number): string[] {
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, position), id, ...rest.slice(position)];
}
