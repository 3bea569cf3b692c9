import type { ReactElement } from 'react';
import { Menu, MenuRadioGroup } from '#web/ui/overlays/menu.tsx';
import { themes, useTheme } from './theme.ts';
import { themeOptions } from './theme-options.tsx';

/** The menu of `ThemeSwitch`, open on the first render, because its code loads when the button is pressed. */
export function ThemeMenu({ trigger }: { trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} startsOpen>
      <ThemeMenuItems />
    </Menu>
  );
}

/** The three choices alone, for use inside the account menu. */
export function ThemeMenuItems() {
  const [theme, choose] = useTheme();
  return (
    <MenuRadioGroup
      label="Tema"
      value={theme}
      onValueChange={(value) => choose(themes.find((one) => one === value) ?? 'sistema')}
      options={themeOptions}
    />
  );
}
