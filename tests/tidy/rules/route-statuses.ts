// A route declares every status it answers with, and each has a test of its own, so the folder listing is the
// contract. A route.ts outside a routes/ folder would escape the check and is refused.
import { fileName, folderOf } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

const statusTest = /^(\d{3})\.test\.ts$/

export function routeStatuses(repository: Repository): RuleOutcome {
  const routes = repository.files.filter(({ path }) => fileName(path) === 'route.ts')
  return {
    inspected: routes.length,
    violations: [
      ...routes.flatMap((route) => checkRoute(repository, route)),
      ...foldersWithoutRoute(repository).map((path) => ({
        path,
        message: 'is a folder under routes/ without route.ts: add it, or move the folder out of routes/',
      })),
    ],
  }
}

function checkRoute(repository: Repository, { path, text }: RepositoryFile): Violation[] {
  if (!/(?:^|\/)routes\//.test(path)) return [{ path, message: 'is a route outside routes/: move it there' }]
  const { code } = scanSource(text)
  const declaration = /\bstatuses\s*:\s*\[([^\]]*)\]/.exec(code)
  if (!/\bdefineRoute\s*(?:<[^(]*>)?\(/.test(code) || !declaration) {
    return [{ path, message: 'declares no statuses: write defineRoute({ …, statuses: [200, 503] })' }]
  }
  const line = lineNumber(code, declaration.index)
  const entries = (declaration[1] ?? '').split(',').map((entry) => entry.trim())
  const declared = entries.filter((entry) => entry !== '')
  if (declared.length === 0 || declared.some((entry) => !/^[1-5]\d\d$/.test(entry))) {
    return [{ path, line, message: 'has statuses that are not plain numbers: write statuses: [200, 503]' }]
  }
  const folder = folderOf(path)
  const untested = declared
    .filter((status) => !repository.paths.has(`${folder}/${status}.test.ts`))
    .map((status) => ({ path, line, message: `declares ${status} without a test: add ${status}.test.ts` }))
  const undeclared = repository.files
    .filter((file) => folderOf(file.path) === folder && statusTest.test(fileName(file.path)))
    .filter((file) => !declared.includes(fileName(file.path).slice(0, 3)))
    .map((file) => ({
      path: file.path,
      message: `tests a status that ${path} does not declare: add it to statuses, or delete the test`,
    }))
  return [...untested, ...undeclared]
}

function foldersWithoutRoute({ paths }: Repository): string[] {
  const isInside = (folder: string) => [...paths].some((path) => path.startsWith(`${folder}/`))
  return [...paths].filter(
    (path) => /(?:^|\/)routes\/[^/]+$/.test(path) && isInside(path) && !paths.has(`${path}/route.ts`),
  )
}
