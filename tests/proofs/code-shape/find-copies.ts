// Blocks of more than 20 lines of code that occur in two places. Imports, comments and blank lines do not count.
import type { RepositoryFile } from '../../tidy/repository/repository.ts'
import { scanSource } from '../../tidy/repository/scan-source.ts'

const blockLines = 21

export type Copy = { first: string; second: string }

export function findCopies(files: readonly RepositoryFile[]): Copy[] {
  const seen = new Map<string, { path: string; index: number }>()
  const copies: Copy[] = []
  for (const file of files) {
    const lines = codeLines(file.text)
    let coveredUntil = 0
    for (let index = 0; index + blockLines <= lines.length; index += 1) {
      const block = lines.slice(index, index + blockLines)
      const key = block.map(({ code }) => code).join('\n')
      const known = seen.get(key)
      if (!known) seen.set(key, { path: file.path, index: block[0]?.number ?? 0 })
      else if (index >= coveredUntil) {
        copies.push({
          first: `${known.path}:${known.index}`,
          second: `${file.path}:${block[0]?.number ?? 0}`,
        })
        coveredUntil = index + blockLines
      }
    }
  }
  return copies
}

function codeLines(text: string): { code: string; number: number }[] {
  const { withoutComments } = scanSource(text)
  const withoutImports = withoutComments.replaceAll(/^import [\s\S]*?from '[^']+'$/gm, (match) =>
    match.replaceAll(/[^\n]/g, ' '),
  )
  return withoutImports
    .split('\n')
    .map((line, index) => ({ code: line.trim(), number: index + 1 }))
    .filter(({ code }) => code !== '')
}
