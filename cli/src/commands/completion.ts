// `realm completion`: prints the script that makes a shell complete words of `realm`.
import { fileURLToPath } from 'node:url';
import type { CommandDefinition } from '../command.ts';
import { completionScript, shells, type Shell } from '../completion/completion-scripts.ts';
import { isSource, shellWords } from '../settings/program-name.ts';

/** Of a clone. */
const launcher = fileURLToPath(new URL('../../realm.js', import.meta.url));

export const command: CommandDefinition<[shell: Shell], object> = {
  arguments: [{ name: '<shell>', description: 'bash, zsh or fish', choices: shells }],
  examples: [
    ['completion bash >> ~/.bashrc', 'For bash, from its next start.'],
    ['completion zsh >> ~/.zshrc', 'For zsh, after compinit.'],
    ['completion fish > ~/.config/fish/completions/realm.fish', 'For fish.'],
  ],
  async run({ output, programName }, [shell]) {
    // npx would take more than a second for each press of the key.
    const script = completionScript(shell, isSource ? shellWords([process.execPath, launcher]) : 'realm');
    output.record({ shell, script }, (row) => row.script);
    if (programName !== 'realm')
      output.note(`It completes commands that begin with realm. Define alias realm='${programName}'`);
  },
};
