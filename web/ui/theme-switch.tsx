import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuRadioGroup } from '#web/ui/menu.tsx';
import { themes, useTheme, type Theme } from '#web/ui/theme.ts';

const options = [
  { value: 'claro', label: 'Claro', icon: <Sun aria-hidden="true" /> },
  { value: 'escuro', label: 'Escuro', icon: <Moon aria-hidden="true" /> },
  { value: 'sistema', label: 'Sistema', icon: <Monitor aria-hidden="true" /> },
] as const satisfies readonly { value: Theme; label: string; icon: React.ReactNode }[];

/** Claro, Escuro or Sistema, in a menu. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const current = options.find((option) => option.value === theme) ?? options[2];
  return (
    <Menu
      trigger={<IconButton label={`Mudar tema, agora ${current.label.toLowerCase()}`} icon={current.icon} />}
    >
      <ThemeOptions theme={theme} choose={choose} />
    </Menu>
  );
}

/** The three choices alone, for use inside the account menu. */
export function ThemeMenuItems() {
  const [theme, choose] = useTheme();
  return <ThemeOptions theme={theme} choose={choose} />;
}

function ThemeOptions({ theme, choose }: { theme: Theme; choose: (theme: Theme) => void }) {
  return (
    <MenuRadioGroup
      label="Tema"
      value={theme}
      onValueChange={(value) => choose(themes.find((one) => one === value) ?? 'sistema')}
      options={options}
    />
  );
}
