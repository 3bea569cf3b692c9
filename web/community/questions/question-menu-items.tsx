import type { ReactElement } from 'react';
import { Ban } from '#web/ui/icons/icons.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

interface QuestionMenuProps {
  person: string;
  trigger: ReactElement;
  onBlock: () => void;
}

/** The other actions of a question. The code loads when the menu is first used, so it starts open. */
export function QuestionMenuItems({ person, trigger, onBlock }: QuestionMenuProps) {
  return (
    <Menu trigger={trigger} startsOpen>
      <MenuItem icon={<Ban aria-hidden="true" className="size-4.5" />} onSelect={onBlock}>
        Bloquear perguntas de @{person}
      </MenuItem>
    </Menu>
  );
}
