// Source files of the sample, in the language that the tags of a realm name: each version adds a file and changes another, so that there is something to compare.
import type { SampleRealm } from './sample-realm.ts';

type Files = Record<string, string>;
interface Language {
  /** How the project is started. */
  start: string[];
  /** With `{slug}`, `{name}`, `{version}`, and in the first of them `{lines}`. */
  files: Files;
  /** The file of a feature, with `{feature}` and `{version}`, and the line that names it. */
  feature: { path: string; content: string; line: string };
}

const javascript: Language = {
  start: ['npm install', 'npm start'],
  files: {
    'src/main.js':
      "// Starts {name}.\nimport { createServer } from 'node:http';\n{lines}\nconst port = Number(process.env.PORT ?? 3000);\n\ncreateServer((request, response) => response.end('{name}')).listen(port, '127.0.0.1');\nconsole.log(`ready at http://127.0.0.1:${port}`);\n",
    'package.json':
      '{\n  "name": "{slug}",\n  "version": "{version}",\n  "private": true,\n  "type": "module",\n  "scripts": { "start": "node src/main.js", "test": "node --test" }\n}\n',
    'test/main.test.js':
      "import { test } from 'node:test';\n\ntest('it starts', async () => {\n  await import('../src/main.js');\n});\n",
  },
  feature: {
    path: 'src/features/{feature}.js',
    content: "// Came with {version}.\nexport const feature = { name: '{feature}', since: '{version}' };\n",
    line: "import './features/{feature}.js';",
  },
};

/** By tag; the first of a realm that is here. */
const languages: Record<string, Language> = {
  python: {
    start: ['uv sync', 'uv run python -m app'],
    files: {
      'app/__main__.py':
        '"""Starts {name}."""\n{lines}\n\ndef main() -> None:\n    print("{name} is ready")\n\n\nif __name__ == "__main__":\n    main()\n',
      'app/__init__.py': '',
      'pyproject.toml': '[project]\nname = "{slug}"\nversion = "{version}"\nrequires-python = ">=3.12"\n',
      'tests/test_main.py': 'from app.__main__ import main\n\n\ndef test_it_starts() -> None:\n    main()\n',
    },
    feature: {
      path: 'app/features/{feature}.py',
      content: '"""Came with {version}."""\n\nTITLE = "{feature}"\nSINCE = "{version}"\n',
      line: 'from app.features import {feature}',
    },
  },
  rust: {
    start: ['cargo run'],
    files: {
      'src/main.rs': '//! Starts {name}.\n{lines}\n\nfn main() {\n    println!("{name} is ready");\n}\n',
      'Cargo.toml': '[package]\nname = "{slug}"\nversion = "{version}"\nedition = "2024"\n',
    },
    feature: {
      path: 'src/{feature}.rs',
      content: '//! Came with {version}.\n\npub const SINCE: &str = "{version}";\n',
      line: 'mod {feature};',
    },
  },
  go: {
    start: ['go run .'],
    files: {
      'main.go':
        '// Starts {name}.\npackage main\n\nimport "fmt"\n{lines}\n\nfunc main() {\n\tfmt.Println("{name} is ready")\n}\n',
      'go.mod': 'module git.example/{slug}\n\ngo 1.25\n',
      'compose.yaml': 'services:\n  worker:\n    build: .\n    environment:\n      QUEUE: jobs\n',
    },
    feature: {
      path: '{feature}.go',
      content: '// Came with {version}.\npackage main\n\nconst since = "{version}"\n',
      line: '// See {feature}.go.',
    },
  },
  'c++': {
    start: ['cmake -B build', 'cmake --build build', './build/{slug}'],
    files: {
      'src/main.cpp':
        '// Starts {name}.\n{lines}\n#include <print>\n\nint main() {\n  std::println("{name} is ready");\n}\n',
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.28)\nproject({slug} LANGUAGES CXX)\nset(CMAKE_CXX_STANDARD 23)\nadd_executable({slug} src/main.cpp)\n',
    },
    feature: {
      path: 'src/{feature}.hpp',
      content: '// Came with {version}.\n#pragma once\n\nconstexpr auto since = "{version}";\n',
      line: '#include "{feature}.hpp"',
    },
  },
  'c#': {
    start: ['dotnet run'],
    files: {
      'Program.cs':
        '// Starts {name}.\n{lines}\nvar app = WebApplication.Create(args);\napp.MapGet("/", () => "{name}");\napp.Run();\n',
      'Office.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web">\n  <PropertyGroup>\n    <TargetFramework>net10.0</TargetFramework>\n  </PropertyGroup>\n</Project>\n',
    },
    feature: {
      path: 'Features/{feature}.cs',
      content:
        '// Came with {version}.\nnamespace Features;\n\npublic sealed record Since(string Version = "{version}");\n',
      line: '// See Features/{feature}.cs.',
    },
  },
  html: {
    start: ['npx serve .'],
    files: {
      'index.html':
        '<!doctype html>\n<meta charset="utf-8">\n<title>{name}</title>\n<link rel="stylesheet" href="style.css">\n{lines}\n<main>\n  <h1>{name}</h1>\n</main>\n',
      'style.css': ':root {\n  color-scheme: light dark;\n  font: 1rem/1.6 system-ui, sans-serif;\n}\n',
    },
    feature: {
      path: 'styles/{feature}.css',
      content: '/* Came with {version}. */\n.{feature} {\n  display: block;\n}\n',
      line: '<link rel="stylesheet" href="styles/{feature}.css">',
    },
  },
};

function languageOf({ tags }: SampleRealm): Language {
  const tag = tags.find((name) => Object.hasOwn(languages, name));
  return (tag === undefined ? undefined : languages[tag]) ?? javascript;
}

export const startOf = (realm: SampleRealm) =>
  languageOf(realm).start.map((line) => line.replace('{slug}', realm.slug));

/** What each of its versions added, in words. */
export function featureOf({ content }: SampleRealm, at: number): string {
  const names = content?.items ?? [];
  return names[at % names.length] ?? `Part ${at + 1}`;
}

/** The files of the newest of these versions. */
export function sourcesOf(realm: SampleRealm, versions: string[]): Files {
  const { files, feature } = languageOf(realm);
  const added = versions.map((version, at) => ({ version, feature: fileName(featureOf(realm, at), at) }));
  const own = { slug: realm.slug, name: realm.name.replaceAll(/["'`<>&]/g, ''), version: versions.at(-1) ?? '' };
  const lines = added.map((one) => fill(feature.line, one)).join('\n');
  return Object.fromEntries([
    ...Object.entries(files).map(([path, content]) => [path, fill(content, { ...own, lines })]),
    ...added.map((one) => [fill(feature.path, one), fill(feature.content, one)]),
  ]);
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}

/** Of letters that every file system has. */
function fileName(feature: string, at: number): string {
  const words = feature.toLowerCase().match(/[a-z]+/g);
  return words ? words.join('_') : `part_${at + 1}`;
}
