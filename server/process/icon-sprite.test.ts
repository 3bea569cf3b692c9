import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawSprite, spriteFile } from './icon-sprite.ts';

test('the sprite holds every icon of the site, as `npm run icons` writes it', async () => {
  expect(readFileSync(spriteFile, 'utf8')).toBe(await drawSprite());
});
