// A file's name should say what the file contains. These words say nothing, and a file with such a name attracts
// everything that has no place elsewhere.
import { fileName } from '../repository/file-kinds.ts'
import type { Repository } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'

const vagueWords = new Set(
  'utils util helpers helper common shared misc manager managers old temp'.split(' '),
)
// Only a suffix is banned: `new-migration.ts` makes a new migration, but `parser-new.ts` and `parser-v2.ts` exist
// beside an older parser.
const rivalSuffix = /(?:^|-)(?:new|v[2-9])$/
const nounSuffix = /(?:^|-)service$/

/** Names that end in `service` and mean one of our services, not a loose collection of functions. */
const realServices: Readonly<Record<string, string>> = {
  'ai-service': "the product's word for its background service",
  'run-service': 'runs one of our services',
  'start-service': 'starts one of our services',
}

const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const otherSpellings: readonly RegExp[] = [
  /^\./, // dotfiles
  /^[A-Z][A-Z_-]*(?:\.(?:md|txt))?$/, // README.md, LICENSE, NOTES.txt
  /^\d{4}_[a-z0-9_]+\.sql$/, // migrations: see rules/migrations.ts
  /^(?:Docker|Container)file(?:\.[a-z0-9-]+)?$/,
  /^Chart\.(?:yaml|lock)$/, // Helm's own spelling
  /^_[a-z0-9-]+\.tpl$/, // definitions of a chart: Helm renders no manifest from them
  /^[a-z0-9-]+@\.service$/, // a unit of which systemd starts instances
]

export function bannedNames(repository: Repository): RuleOutcome {
  const filePaths = new Set(repository.files.map(({ path }) => path))
  return {
    inspected: repository.paths.size,
    violations: [...repository.paths].flatMap((path) => checkName(path, filePaths.has(path))),
  }
}

function checkName(path: string, isFile: boolean): Violation[] {
  const name = fileName(path)
  const stem = name.replace(/^\./, '').split('.')[0] ?? ''
  const messages = [...faultsOfWords(stem), ...(isFile ? faultsOfFileName(name, stem) : [])]
  const isSpelledWell = kebabCase.test(name) || otherSpellings.some((spelling) => spelling.test(name))
  if (!isSpelledWell) messages.push(`is not in kebab-case: rename it like ${toKebabCase(name)}`)
  return messages.map((message) => ({ path, message }))
}

function faultsOfWords(stem: string): string[] {
  const vague = stem
    .toLowerCase()
    .split(/[-_]/)
    .filter((word) => vagueWords.has(word))
    .map((word) => `has the vague word '${word}' in its name: name it after what it does`)
  const rival = rivalSuffix.test(stem)
    ? ['is a second version beside the first: replace the first and take its name']
    : []
  return [...vague, ...rival]
}

function faultsOfFileName(name: string, stem: string): string[] {
  const messages: string[] = []
  if (nounSuffix.test(stem) && !Object.hasOwn(realServices, stem)) {
    messages.push("ends in 'service': name it after the one thing it does, a verb and a noun")
  }
  if (/^index\.[jt]sx?$/.test(name)) messages.push('is an index file: name it after what it exports')
  if (/^types\.tsx?$/.test(name)) messages.push('collects types: put each beside the code that makes it')
  return messages
}

function toKebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_\s]+/g, '-')
    .toLowerCase()
}
