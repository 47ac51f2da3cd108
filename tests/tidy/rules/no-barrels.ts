// An import should name the file it means. A barrel hides that, loads everything for one name, and is where import
// cycles begin.
import { fileName, typeScriptFiles } from '../repository/file-kinds.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanImports } from '../repository/scan-imports.ts'
import { scanSource } from '../repository/scan-source.ts'

export function noBarrels(repository: Repository): RuleOutcome {
  const files = typeScriptFiles(repository)
  return { inspected: files.length, violations: files.flatMap(checkFile) }
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const stars = scanImports(text)
    .filter((found) => found.kind === 're-export' && found.isStar)
    .map(({ line }) => ({
      path,
      line,
      message:
        "re-exports another file completely: let importers name that file, through the package's exports",
    }))
  if (/^index\.tsx?$/.test(fileName(path))) {
    return [...stars, { path, message: 'is an index file: name it after what it exports' }]
  }
  if (stars.length === 0 && onlyReexports(text)) {
    return [{ path, message: 'only re-exports: delete it and list the files in package.json exports' }]
  }
  return stars
}

const importStatement = /\bimport\b[\w$*{},\s]*?(?:\bfrom\s*)?(?:'[^']*'|"[^"]*")/g
const exportList =
  /\bexport\s*(?:type\s*)?(?:\{[\w$\s,]*\}|\*(?:\s*as\s+[\w$]+)?)(?:\s*from\s*(?:'[^']*'|"[^"]*"))?/g

function onlyReexports(text: string): boolean {
  const { code } = scanSource(text)
  const withoutExports = code.replace(exportList, '')
  return withoutExports !== code && withoutExports.replace(importStatement, '').replace(/[\s;]/g, '') === ''
}
