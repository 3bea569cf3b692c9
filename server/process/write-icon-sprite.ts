import { writeFileSync } from 'node:fs';
import { drawSprite, spriteFile } from './icon-sprite.ts';

writeFileSync(spriteFile, await drawSprite());
