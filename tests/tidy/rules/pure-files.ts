// In domain packages and foundation/runtime, a file outside a folder named after a technology is pure: it imports
// nothing from such a folder of its package, types included (a use case receives a port), and does not reach
// for time, chance, timers, the process or the network (they are parameters), so that tests decide them all.
// The exceptions below are whole files, each with its reason; an exception for a file that is gone must go too.
import { isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { isRelative, resolveRelative, scanImports } from '../repository/scan-imports.ts'
import { scanSource } from '../repository/scan-source.ts'

type Exceptions = Readonly<Record<string, string>>

const impureFiles: Exceptions = {
  'foundation/runtime/src/clock.ts': 'is the clock: the one place that reads real time and sets real timers',
}

const technologies = ['postgres', 'redis', 'http', 'providers', 'stripe', 'smtp', 'process', 'pdfjs']
const inPureTree = /^(?:domain\/[^/]+|foundation\/runtime)\/src\//
const inTechnologyFolder = new RegExp(`/src/(?:.+/)?(?:${technologies.join('|')})/`)

// A name after a dot is a property, `deps.fetch(…)` say, and thus a parameter; globalThis is a disguise.
const bare = String.raw`(?:(?<![.\w$])|\bglobalThis\.)`
const forbidden: readonly { use: RegExp; instead: string }[] = [
  { use: new RegExp(String.raw`${bare}process\b(?=\.|\[)`, 'g'), instead: 'take the setting as a parameter' },
  { use: /\bDate\.now\s*\(/g, instead: 'take a Clock and call clock.wallMs()' },
  { use: /\bnew\s+Date\b\s*(?:\(\s*\)|(?![\s(]))/g, instead: 'write new Date(clock.wallMs())' },
  { use: /\bperformance\.now\s*\(/g, instead: 'take a Clock and call clock.monotonicMs()' },
  { use: /\bMath\.random\s*\(/g, instead: 'take `random: () => number` as a parameter' },
  { use: new RegExp(String.raw`${bare}fetch\s*\(`, 'g'), instead: 'take a port; its adapter does the call' },
  {
    use: new RegExp(String.raw`${bare}set(?:Timeout|Interval)\s*\(`, 'g'),
    instead: 'take a Clock and call clock.after(…)',
  },
]

export function pureFiles(repository: Repository, exceptions: Exceptions = impureFiles): RuleOutcome {
  const files = typeScriptFiles(repository).filter(
    ({ path }) => inPureTree.test(path) && !inTechnologyFolder.test(path) && !isTest(path),
  )
  const stale = Object.keys(exceptions)
    .filter((path) => !files.some((file) => file.path === path))
    .map((path) => ({
      path,
      message: 'is a listed exception of pure-files but not a file: remove the entry',
    }))
  const checked = files.filter(({ path }) => !(path in exceptions))
  return {
    inspected: checked.length,
    violations: [...stale, ...checked.flatMap(adapterImports), ...checked.flatMap(impureUses)],
  }
}

function adapterImports(file: RepositoryFile): Violation[] {
  return scanImports(file.text)
    .filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier, line }) => ({ target: resolveRelative(file, specifier), line }))
    .filter(({ target }) => inTechnologyFolder.test(target))
    .map(({ target, line }) => ({
      path: file.path,
      line,
      message: `imports the adapter ${target}: declare a port here and receive the adapter as a parameter`,
    }))
}

function impureUses({ path, text }: RepositoryFile): Violation[] {
  const { code } = scanSource(text)
  return forbidden.flatMap(({ use, instead }) =>
    [...code.matchAll(use)].map((match) => ({
      path,
      line: lineNumber(code, match.index),
      message: `uses ${match[0].trim()} in a pure file: ${instead}`,
    })),
  )
}
