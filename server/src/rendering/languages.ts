// Which programming language a file or a fenced code block is in, by its name alone.

/** The languages that are loaded together, since they highlight parts of each other, with the endings and names that mean them. */
const COMMON: Record<string, string> = {
  bash: 'sh zsh ksh bashrc zshrc profile envrc env',
  c: 'h',
  cpp: 'cc cxx c++ hpp hh hxx ino',
  csharp: 'cs csx',
  css: '',
  diff: 'patch',
  go: 'golang',
  graphql: 'gql graphqls',
  ini: 'toml cfg conf editorconfig npmrc gitconfig',
  java: 'jsp',
  javascript: 'js jsx mjs cjs',
  json: 'jsonc json5 jsonl ndjson webmanifest map geojson prettierrc eslintrc babelrc',
  kotlin: 'kt kts',
  less: '',
  lua: '',
  makefile: 'mk mak make',
  markdown: 'md mdx mkd markdn',
  objectivec: 'm mm objc',
  perl: 'pl pm',
  php: 'php3 php4 php5 php7 php8 phtml',
  python: 'py pyi pyw gyp',
  r: '',
  ruby: 'rb gemspec podspec rake ru gemfile rakefile podfile vagrantfile',
  rust: 'rs',
  scss: 'sass',
  shell: 'console shellsession',
  sql: 'ddl dml psql',
  swift: '',
  typescript: 'ts tsx mts cts',
  vbnet: 'vb',
  wasm: 'wat wast',
  xml: 'html htm xhtml svg vue svelte astro rss atom xsd xsl xslt plist csproj props targets',
  yaml: 'yml clang-format',
};

/** The languages that are each loaded when they are needed. */
const OTHERS: Record<string, string> = {
  apache: 'htaccess',
  clojure: 'clj cljs cljc edn',
  cmake: 'cmakelists.txt',
  coffeescript: 'coffee',
  dart: '',
  dockerfile: 'docker containerfile',
  dos: 'bat cmd',
  elixir: 'ex exs',
  elm: '',
  erb: 'ejs',
  erlang: 'erl hrl',
  fsharp: 'fs fsi fsx',
  gradle: '',
  groovy: 'jenkinsfile',
  handlebars: 'hbs',
  haskell: 'hs',
  http: '',
  julia: 'jl',
  latex: 'tex sty',
  lisp: 'el',
  nginx: '',
  nix: '',
  ocaml: 'ml mli',
  powershell: 'ps1 psm1 psd1',
  properties: '',
  protobuf: 'proto',
  scala: 'sbt',
  scheme: 'scm',
  stylus: 'styl',
  twig: 'jinja j2',
  vim: 'vimrc',
};

const languages = new Map(
  Object.entries({ ...COMMON, ...OTHERS }).flatMap(([language, names]) =>
    [language, ...names.split(' ').filter(Boolean)].map((name) => [name, language]),
  ),
);

/** Every language that is highlighted. */
export const languageNames = [...new Set(languages.values())];

/** Returns the language of a file by its whole name, such as `Makefile`, or by its ending; undefined where these say nothing. */
export function languageOfFile(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (!/\.|file$/.test(name)) return undefined; // a file named `c` or `go` is a program as a rule
  return languages.get(name) ?? languages.get(name.slice(name.lastIndexOf('.') + 1));
}

/** Returns the language of a code block by the first word after its fence, such as `ts`; undefined where it names none. */
export function languageOfFence(info: string): string | undefined {
  return languages.get((/^[\w+#.-]{1,40}/.exec(info)?.[0] ?? '').toLowerCase());
}

/** Whether the language is loaded with the common ones. */
export const isCommon = (language: string): boolean => Object.hasOwn(COMMON, language);
