// A file is split while that is still easy, before it becomes too large to understand, and a page that is too long to
// finish is not documentation. The same holds for folders: 15 entries can be scanned at a glance, not counting tests.
import { folderOf, isGenerated, isTest } from '../repository/file-kinds.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'

type Limit = { of: RegExp; linesMax: number; instead: string }

// The first matching limit applies.
const limits: readonly Limit[] = [
  { of: /\.test\.tsx?$/, linesMax: 600, instead: 'split it by guarantee' },
  { of: /\.tsx?$/, linesMax: 400, instead: 'split it by what it exports' },
  { of: /\.css$/, linesMax: 400, instead: 'split it by part or by page' },
  { of: /^README\.md$/, linesMax: 80, instead: 'keep it to one page and link to docs/' },
  { of: /^ARCHITECTURE\.md$/, linesMax: 160, instead: 'keep it to two pages and link to docs/' },
  { of: /^docs\/decisions\/[^/]+\.md$/, linesMax: 80, instead: 'keep a decision to one page' },
  {
    of: /^(?:domain|foundation)\/[^/]+\/README\.md$/,
    linesMax: 80,
    instead: 'keep it to one page: is, is not, invariants',
  },
]

const folderEntriesMax = 15

export function fileSize(repository: Repository): RuleOutcome {
  const limited = repository.files.filter(({ path }) => !isGenerated(path) && limitOf(path) !== undefined)
  return {
    inspected: limited.length,
    violations: [...limited.flatMap(checkLines), ...checkFolders(repository)],
  }
}

function limitOf(path: string): Limit | undefined {
  return limits.find((limit) => limit.of.test(path))
}

function checkLines({ path, text }: RepositoryFile): Violation[] {
  const limit = limitOf(path)
  const lines = text.replace(/\n$/, '').split('\n').length
  if (!limit || lines <= limit.linesMax) return []
  return [{ path, message: `has ${lines} lines, at most ${limit.linesMax}: ${limit.instead}` }]
}

function checkFolders({ paths }: Repository): Violation[] {
  const entries = new Map<string, number>()
  for (const path of paths) {
    const folder = folderOf(path)
    if (/(?:^|\/)src(?:\/|$)/.test(folder) && !isTest(path))
      entries.set(folder, (entries.get(folder) ?? 0) + 1)
  }
  return [...entries]
    .filter(([, count]) => count > folderEntriesMax)
    .map(([path, count]) => ({
      path,
      message: `has ${count} entries besides tests, at most ${folderEntriesMax}: group them in folders by topic`,
    }))
}
