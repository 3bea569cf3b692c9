import { writeFileSync } from 'node:fs';
import { drawSprite, sprites } from './icon-sprite.ts';

for (const sprite of sprites) writeFileSync(sprite.file, await drawSprite(sprite));
