import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { drawSprite, sprites } from './icon-sprite.ts';

test.each(sprites.map((sprite) => ({ ...sprite, name: basename(sprite.file) })))(
  '$name holds every icon of its pages, as `npm run icons` writes it',
  async (sprite) => {
    expect(readFileSync(sprite.file, 'utf8')).toBe(await drawSprite(sprite));
  },
);
