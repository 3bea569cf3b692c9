import { launch } from './launcher.js';

await launch('server/process/backup/restore-command.ts');
