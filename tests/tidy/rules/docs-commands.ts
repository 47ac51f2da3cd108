// A command in the documentation is copied and run, so it has to exist: `pnpm <script>` names one of our scripts and
// `pnpm prove <name>` names a proof, and `gatehouse <name>` a command of ours.
import { findFile, type Repository } from '../repository/repository.ts'
import type { RuleOutcome } from '../repository/rule.ts'
import { scanMarkdown } from '../repository/scan-markdown.ts'
import { type Manifest, workspacePackages } from '../repository/workspace-packages.ts'

const builtIns = new Set(
  (
    'add approve-builds audit config dedupe deploy dlx env exec fetch help i import info init install licenses ' +
    'link list ls outdated pack patch prune publish rebuild remove rm root run self-update setup store unlink ' +
    'up update view why'
  ).split(' '),
)
/** `gatehouse backend` and the like are what the services' connections are called in Postgres. */
const applicationNames = new Set(['gateway', 'backend', 'ai-service'])
const optionsWithValue = new Set(['--filter', '-F', '--dir', '-C'])

// Matches where a shell would read a command: at the start, or after a prompt, a variable assignment or a separator.
// Elsewhere, words such as "pnpm workspaces" are prose.
const command =
  /(?:^|&&|\|\||[;|(])\s*(?:\$\s+)?(?:[A-Z_][A-Z0-9_]*=\S*\s+)*(?:pnpm[ \t]+|(?=gatehouse[ \t]))([^&|;)#]+)/g

export function docsCommands(repository: Repository): RuleOutcome {
  const commands = repository.files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) => {
      const { codeSpans, codeLines } = scanMarkdown(text)
      return [...codeSpans, ...codeLines].flatMap(({ text, line }) =>
        [...text.matchAll(command)].map((match) => ({
          path,
          line,
          words: (match[1] ?? '').trim().split(/\s+/),
        })),
      )
    })
  return {
    inspected: commands.length,
    violations: commands.flatMap(({ path, line, words }) => {
      const message = faultOfCommand(repository, words)
      return message === undefined ? [] : [{ path, line, message }]
    }),
  }
}

function faultOfCommand(repository: Repository, words: readonly string[]): string | undefined {
  const { isFiltered, script, rest } = readCommand(words)
  if (script === undefined || !/^[a-z][\w:.-]*$/.test(script)) return undefined
  if (script === 'gatehouse') return faultOfGatehouse(repository, rest)
  const scripts = scriptNames(repository, isFiltered)
  if (scripts.has(script)) return script === 'prove' ? faultOfProof(repository, rest) : undefined
  if (builtIns.has(script)) return undefined
  return `runs pnpm ${script}, which is not a script in package.json: use one of ${[...scripts].join(', ')}`
}

function readCommand(words: readonly string[]): {
  isFiltered: boolean
  script: string | undefined
  rest: string[]
} {
  let isFiltered = false
  let index = 0
  for (; words[index]?.startsWith('-') || words[index] === 'run'; index += 1) {
    const option = words[index] ?? ''
    if (optionsWithValue.has(option)) index += 1
    if (option !== 'run') isFiltered = true
  }
  return { isFiltered, script: words[index], rest: words.slice(index + 1) }
}

function scriptNames(repository: Repository, inAnyPackage: boolean): Set<string> {
  if (inAnyPackage) {
    return new Set(
      workspacePackages(repository).flatMap(({ manifest }) => Object.keys(manifest.scripts ?? {})),
    )
  }
  const manifest = JSON.parse(findFile(repository, 'package.json')?.text ?? '{}') as Manifest
  return new Set(Object.keys(manifest.scripts ?? {}))
}

function faultOfGatehouse({ files }: Repository, [name = '--help']: readonly string[]): string | undefined {
  const names = files
    .filter(({ path }) => /^apps\/cli\/src\/commands\/.+\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(/^ {2,4}name: '([a-z-]+)'/gm)].map((match) => match[1]))
  if (!/^[a-z][a-z-]*$/.test(name) || names.includes(name) || applicationNames.has(name)) return undefined
  return `runs gatehouse ${name}, which is not a command of apps/cli`
}

function faultOfProof({ paths }: Repository, names: readonly string[]): string | undefined {
  const proofs = new Set(
    [...paths].map((path) => /^tests\/proofs\/(?:.+\/)?([\w-]+)\.proof\.ts$/.exec(path)?.[1]),
  )
  const missing = names.find((name) => /^[a-z][\w-]*$/.test(name) && !proofs.has(name))
  return missing === undefined
    ? undefined
    : `runs pnpm prove ${missing}, but there is no ${missing}.proof.ts below tests/proofs: write it or drop the claim`
}
