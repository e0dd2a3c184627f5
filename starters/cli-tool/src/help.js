// The help texts, written from what the commands say about themselves, so that they are never out of date.

export function generalHelp(commands, style) {
  const rows = Object.entries(commands).map(([name, command]) => [name, command.about]);
  return [
    `${style('bold', 'jot')} keeps short notes.`,
    '',
    style('bold', 'Commands'),
    ...table(rows, style),
    '',
    style('bold', 'Everywhere'),
    ...table(
      [
        ['--json', 'Print the result as JSON'],
        ['-h, --help', 'Explain a command'],
        ['-v, --version', 'Print the version'],
      ],
      style,
    ),
    '',
    style('dim', 'Begin with: jot add "Buy bread" --tag home'),
  ].join('\n');
}

export function commandHelp(name, command, commonOptions, style) {
  const rows = Object.entries({ ...command.options, ...commonOptions }).map(([option, { short, type, about }]) => [
    `${short ? `-${short}, ` : '    '}--${option}${type === 'string' ? ' <value>' : ''}`,
    about,
  ]);
  return [
    command.about,
    '',
    `${style('bold', 'Use')}  jot ${name} ${command.takes}`.trimEnd(),
    '',
    style('bold', 'Options'),
    ...table(rows, style),
    '',
    style('bold', 'For example'),
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function table(rows, style) {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${style('cyan', left.padEnd(width))}  ${right}`);
}
