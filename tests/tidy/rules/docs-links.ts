// Documentation drifts because links are not followed after a move. This rule follows them: links, anchors, and paths
// in backticks must exist, and each page has exactly one title.
import { posix } from 'node:path'
import { folderOf } from '../repository/file-kinds.ts'
import type { Repository } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanMarkdown, type ScannedMarkdown } from '../repository/scan-markdown.ts'

type Page = { path: string; scanned: ScannedMarkdown }

// These folders are recognised as ours even if they do not exist yet.
const plannedFolders = [
  'apps',
  'domain',
  'foundation',
  'testkit',
  'tests',
  'docs',
  'deploy',
  '.ci',
  '.github',
]

export function docsLinks(repository: Repository): RuleOutcome {
  const pages = repository.files
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, text }) => ({ path, scanned: scanMarkdown(text) }))
  const topFolders = new Set([
    ...plannedFolders,
    ...[...repository.paths].filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''),
  ])
  return {
    inspected: pages.length,
    violations: [
      ...pages.flatMap(checkTitle),
      ...pages.flatMap((page) =>
        page.scanned.links.flatMap((link) => checkLink({ repository, pages, page }, link)),
      ),
      ...pages.flatMap((page) => checkPaths(repository, page, topFolders)),
    ],
  }
}

function checkTitle({ path, scanned: { titles } }: Page): Violation[] {
  if (titles.length === 1) return []
  const message = `has ${titles.length} titles: a page opens with exactly one '# ' line`
  return [{ path, line: titles[1]?.line, message }]
}

type LinkContext = { repository: Repository; pages: readonly Page[]; page: Page }

function checkLink(
  { repository, pages, page }: LinkContext,
  link: { target: string; line: number },
): Violation[] {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(link.target)) return []
  const [target = '', anchor] = decodeURIComponent(link.target).split('#')
  const base = target.startsWith('/') ? '' : folderOf(page.path)
  const path = target === '' ? page.path : posix.join(base, target).replace(/^\/|\/$/g, '')
  const at = { path: page.path, line: link.line }
  if (path !== '.' && !repository.paths.has(path)) {
    return [{ ...at, message: `links to ${link.target}, which does not exist: fix or remove the link` }]
  }
  const linked = pages.find((candidate) => candidate.path === path)
  if (anchor === undefined || !linked || linked.scanned.anchors.has(anchor)) return []
  return [{ ...at, message: `links to ${link.target}, but ${path} has no heading #${anchor}` }]
}

function checkPaths(repository: Repository, page: Page, topFolders: ReadonlySet<string>): Violation[] {
  return page.scanned.codeSpans.flatMap((span) =>
    repositoryPaths(span.text, topFolders)
      .filter((path) => !pathExists(repository, path))
      .map((path) => ({
        path: page.path,
        line: span.line,
        message: `names ${path}, which does not exist: fix the path, or write <…> for a placeholder`,
      })),
  )
}

/** The words of a code span that look like paths of this repository. */
function repositoryPaths(span: string, topFolders: ReadonlySet<string>): string[] {
  return splitOutsideBraces(span)
    .map((word) => word.replace(/^\.\//, '').replace(/(?::\d+)+$|#.*$|[,;:.]+$/g, ''))
    .filter((word) => word.includes('/') && topFolders.has(word.split('/')[0] ?? ''))
    .filter((word) => !/[<>…]|\.\.\.|\bNNNN?\b|\$/.test(word))
}

function splitOutsideBraces(span: string): string[] {
  const compact = span.replace(/\{[^}]*\}/g, (braces) => braces.replace(/\s/g, ''))
  return compact.split(/\s+/)
}

function pathExists({ paths }: Repository, path: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (paths.has(plain)) return true
  return expandBraces(plain).every((pattern) =>
    [...paths].some((candidate) => posix.matchesGlob(candidate, pattern)),
  )
}

/** Expands `a/{b,c}` to `a/b` and `a/c`: each must exist, whereas a glob would be satisfied with one. */
function expandBraces(pattern: string): string[] {
  const [braces, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (braces === undefined) return [pattern]
  return inside.split(',').flatMap((choice) => expandBraces(pattern.replace(braces, () => choice)))
}
