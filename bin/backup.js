import { launch } from './launcher.js';

await launch('server/process/backup/backup-command.ts');
