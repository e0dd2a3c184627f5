// Updates a project and is killed at an operation: the arguments are its folder, its home, the number of the operation and the name of the backup.
import { watchOperations } from './faults.ts';
import { update } from './projects.ts';

const [folder = '', home = '', last = '', backup = ''] = process.argv.slice(2);
watchOperations((number) => {
  if (number === Number(last)) process.kill(process.pid, 'SIGKILL');
});
await update(folder, home, { backup });
