import { ChevronDown, ChevronRight, EllipsisVertical } from '#web/ui/icons/icons.tsx';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { StaffCategory } from '#contract/listings/categories.ts';
import { findIconCategory } from '#domain/listings/categories.ts';
import { CategoryIcon } from '#web/listings/categories/category-icon.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatNumber } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { childrenOf, levelOf, positionAfter, siblingsOf, visibleRows } from './tree-moves.ts';
import type { Move } from './tree-moves.ts';

export interface CategoryTreeProps {
  tree: readonly StaffCategory[];
  chosenId: number | null;
  editable: boolean;
  onChoose: (category: StaffCategory) => void;
  onMove: (category: StaffCategory, move: Move) => void;
}

const moveLabels: readonly { move: Move; label: string; keys: string }[] = [
  { move: 'up', label: 'Mover para cima', keys: 'ArrowUp' },
  { move: 'down', label: 'Mover para baixo', keys: 'ArrowDown' },
  { move: 'in', label: 'Pôr dentro da anterior', keys: 'ArrowRight' },
  { move: 'out', label: 'Tirar da categoria acima', keys: 'ArrowLeft' },
];

/**
 * A tree by the APG pattern: ↑↓ Home End move the focus, ←→ collapse and expand, Enter selects, Alt with an arrow moves
 * a category. Every move is also in the row's menu, so that neither dragging nor a keyboard is required.
 */
export function CategoryTree({ tree, chosenId, editable, onChoose, onMove }: CategoryTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [focusedId, setFocusedId] = useState<number | null>(chosenId);
  const list = useRef<HTMLUListElement>(null);
  const rows = visibleRows(tree, closed);
  const focused = rows.find(({ id }) => id === focusedId) ?? rows[0];

  function focus(category: StaffCategory | undefined): void {
    if (!category) return;
    setFocusedId(category.id);
    list.current?.querySelector<HTMLElement>(`[data-id="${category.id}"]`)?.focus();
  }

  function toggle({ id }: StaffCategory, open: boolean): void {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  }

  function onKeyDown(event: KeyboardEvent, category: StaffCategory): void {
    if (event.target !== event.currentTarget) return;
    const index = rows.indexOf(category);
    const parent = tree.find(({ id }) => id === category.parentId);
    const open = !closed.has(category.id) && childrenOf(tree, category.id).length > 0;
    const move = event.altKey && moveLabels.find(({ keys }) => keys === event.key)?.move;
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[index + 1]),
      ArrowUp: () => focus(rows[index - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowLeft: () => (open ? toggle(category, false) : focus(parent)),
      ArrowRight: () => (open ? focus(rows[index + 1]) : toggle(category, true)),
      Enter: () => onChoose(category),
      ' ': () => onChoose(category),
    };
    const act = move ? () => editable && onMove(category, move) : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <ul ref={list} role="tree" aria-label="Categorias" className="flex flex-col">
      {rows.map((category) => (
        <Row
          key={category.id}
          category={category}
          tree={tree}
          open={!closed.has(category.id)}
          chosen={category.id === chosenId}
          focusable={category === focused}
          editable={editable}
          onToggle={(open) => toggle(category, open)}
          onKeyDown={(event) => onKeyDown(event, category)}
          onChoose={() => {
            setFocusedId(category.id);
            onChoose(category);
          }}
          onMove={(move) => onMove(category, move)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  category: StaffCategory;
  tree: readonly StaffCategory[];
  open: boolean;
  chosen: boolean;
  focusable: boolean;
  editable: boolean;
  onToggle: (open: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChoose: () => void;
  onMove: (move: Move) => void;
}

function Row(props: RowProps) {
  const { category, tree, open, chosen, focusable, editable } = props;
  const level = levelOf(tree, category);
  const hasChildren = childrenOf(tree, category.id).length > 0;
  const siblings = siblingsOf(tree, category);
  const icon = findIconCategory(tree, category.id)?.icon;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree's keys are handled in onKeyDown
    <li
      role="treeitem"
      aria-level={level}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(category) + 1}
      aria-selected={chosen}
      aria-expanded={hasChildren ? open : undefined}
      aria-labelledby={`categoria-${category.id} categoria-${category.id}-fatos`}
      tabIndex={focusable ? 0 : -1}
      data-id={category.id}
      onKeyDown={props.onKeyDown}
      onClick={props.onChoose}
      style={{ paddingLeft: `${(level - 1) * 24}px` }}
      className={cn(
        'flex min-h-11 min-w-0 cursor-pointer items-center gap-1 rounded-md pr-1 text-ui -outline-offset-2 hover:bg-surface-2',
        chosen && 'bg-brand-soft font-semibold text-on-brand-soft hover:bg-brand-soft',
        !category.active && 'text-ink-3',
      )}
    >
      {hasChildren ? (
        <IconButton
          label={`${open ? 'Fechar' : 'Abrir'} ${category.name}`}
          icon={<Chevron aria-hidden="true" />}
          tooltip={false}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            props.onToggle(!open);
          }}
        />
      ) : (
        <span className="w-9 shrink-0" />
      )}
      {icon && <CategoryIcon name={icon} className="mr-1 text-ink-3 max-sm:hidden" />}
      <span id={`categoria-${category.id}`} className="min-w-0 flex-1 truncate">
        {category.name}
      </span>
      <span id={`categoria-${category.id}-fatos`} className="contents">
        {!category.active && <StatusBadge tone="neutral">Inativa</StatusBadge>}
        {category.risky && <StatusBadge tone="warning">Risco</StatusBadge>}
        <span className="min-w-8 text-right text-sm text-ink-3 tabular-nums">
          {formatNumber(category.listings)}
          <span className="sr-only"> {category.listings === 1 ? 'anúncio' : 'anúncios'}</span>
        </span>
      </span>
      {editable && <Moves {...props} />}
    </li>
  );
}

function Moves({ category, tree, onMove }: RowProps) {
  return (
    // React events of the menu bubble to the row, so its clicks are stopped here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        trigger={
          <IconButton
            label={`Mover ${category.name}`}
            icon={<EllipsisVertical aria-hidden="true" />}
            tooltip={false}
            tabIndex={-1}
          />
        }
      >
        {moveLabels.map(({ move, label }) => (
          <MenuItem
            key={move}
            disabledReason={positionAfter(tree, category, move) ? undefined : 'Já está na ponta.'}
            onSelect={() => onMove(move)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
