// The scripts that make shells complete words of `realm`: each asks the program itself (`realm complete -- WORDS`), which prints a word, a tab and
// what it means on each line. Nothing that was typed is evaluated. Where the program knows nothing, shells complete the names of files.

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** `program` is what a shell runs to ask. */
export function completionScript(shell: Shell, program: string): string {
  return scripts[shell](program);
}

const scripts: Record<Shell, (program: string) => string> = {
  bash: (program) => `_realm_complete() {
  local word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    COMPREPLY+=("$word")
  done < <(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _realm_complete realm
`,
  zsh: (program) => `#compdef realm
_realm() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done < <(${program} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe realm found; else _files; fi
}
if [ "$funcstack[1]" = _realm ]; then _realm "$@"; else compdef _realm realm; fi
`,
  fish: (program) => `function __realm_complete
  set -l words (commandline -opc) (commandline -ct)
  ${program} complete -- $words[2..] 2>/dev/null
end
complete -c realm -f -n 'count (__realm_complete) >/dev/null' -a '(__realm_complete)'
`,
};
