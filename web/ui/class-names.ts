import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [
        {
          text: ['display', 'h1', 'h2', 'h3', 'body', 'ui', 'sm', 'xs', 'price-xl', 'price-md'],
        },
      ],
      z: [
        {
          z: [
            'sticky',
            'tab-bar',
            'nav',
            'chat-button',
            'notification',
            'chat-panel',
            'overlay',
            'dialog',
            'popover',
            'toast',
            'skip-link',
          ],
        },
      ],
      h: ['h-control'],
      'min-h': ['min-h-control'],
      size: ['size-control'],
      duration: [{ duration: ['press', 'hover', 'popover', 'popover-out', 'dialog', 'dialog-out'] }],
    },
  },
});

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
