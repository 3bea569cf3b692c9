import { Monitor, Moon, Sun } from '#web/ui/icons/icons.tsx';
import type { ReactNode } from 'react';
import type { Theme } from './theme.ts';

/** The themes with their labels and icons. */
export const themeOptions = [
  { value: 'claro', label: 'Claro', icon: <Sun aria-hidden="true" /> },
  { value: 'escuro', label: 'Escuro', icon: <Moon aria-hidden="true" /> },
  { value: 'sistema', label: 'Sistema', icon: <Monitor aria-hidden="true" /> },
] as const satisfies readonly { value: Theme; label: string; icon: ReactNode }[];
