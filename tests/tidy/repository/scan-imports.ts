// Finds the import statements of one file. Keywords are searched in code only, so an import inside a string or a
// comment (a planted violation, an example) does not count.
import { posix } from 'node:path'
import { lineNumber } from './line-number.ts'
import type { RepositoryFile } from './repository.ts'
import { scanSource } from './scan-source.ts'

type ImportKind = 'static' | 'side-effect' | 'dynamic' | 're-export'

export type Import = {
  specifier: string
  kind: ImportKind
  /** Erased before the program runs. `import { type A }` is not: it still loads the file. */
  isTypeOnly: boolean
  isStar: boolean
  line: number
}

type Pattern = { kind: ImportKind; expression: RegExp }

// Each expression ends just before the opening quote of the specifier.
const patterns: readonly Pattern[] = [
  {
    kind: 'static',
    expression:
      /(?<![.\w$])import(?<type>\s+type(?=\s+[\w$]+\s+from\b|\s*[{*]))?(?=[\s{*])[\w$*{},\s]*?\bfrom\s*(?=['"])/g,
  },
  { kind: 'side-effect', expression: /(?<![.\w$])import\s*(?=['"])/g },
  { kind: 'dynamic', expression: /(?<![.\w$])(?<type>typeof\s+)?import\s*\(\s*(?=['"`])/g },
  {
    kind: 're-export',
    expression:
      /(?<![.\w$])export(?<type>\s+type)?\s*(?:(?<star>\*)(?:\s*as\s+[\w$]+)?|\{[\w$\s,]*\})\s*from\s*(?=['"])/g,
  },
]

export function scanImports(text: string): Import[] {
  const { code } = scanSource(text)
  const found = patterns.flatMap(({ kind, expression }) =>
    [...code.matchAll(expression)].map((match) => {
      const opening = match.index + match[0].length
      const closing = code.indexOf(code.charAt(opening), opening + 1)
      return {
        specifier: text.slice(opening + 1, closing),
        kind,
        isTypeOnly:
          match.groups?.['type'] !== undefined ||
          (kind === 'dynamic' && namesType(code.slice(closing + 1, closing + 80))),
        isStar: match.groups?.['star'] !== undefined,
        line: lineNumber(text, match.index),
      }
    }),
  )
  return found.sort((a, b) => a.line - b.line)
}

/**
 * `import('./a.ts').A` is a type. Code that runs would await the promise, or call `then`, `catch` or `finally` on it.
 */
function namesType(afterSpecifier: string): boolean {
  return /^\s*\)\s*\.(?!\s*(?:then|catch|finally)\b)/.test(afterSpecifier)
}

export function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier)
}

/** The repository path that a relative specifier refers to. */
export function resolveRelative(importer: RepositoryFile, specifier: string): string {
  return posix.join(posix.dirname(importer.path), specifier)
}
