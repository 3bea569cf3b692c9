import { launch } from './launcher.js';

await launch('test/kill/kill.ts');
