// A route declares every status it returns, and the tests in its folder name and expect each of them, so the declaration
// can be trusted. A route.ts outside a routes/ folder would escape the check and is refused.
import { fileName, folderOf } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'
import { type StatusTest, scanStatusTests } from '../repository/scan-status-tests.ts'

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
  const tests = findTests(repository, folderOf(path))
  const tested = new Set(tests.filter(({ isExpected }) => isExpected).map(({ status }) => status))
  const untested = declared
    .filter((status) => !tested.has(status))
    .map((status) => ({
      path,
      line,
      message: `declares ${status} without a test: add test('${status}: …') or a row { status: ${status} } to route.test.ts`,
    }))
  return [...untested, ...tests.flatMap((test) => faultOf(test, { path, declared }))]
}

type FoundTest = StatusTest & { path: string }

function findTests({ files }: Repository, folder: string): FoundTest[] {
  return files
    .filter(({ path }) => folderOf(path) === folder && path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      scanStatusTests(text).map(({ status, line, isExpected }) => ({ path, status, line, isExpected })),
    )
}

function faultOf(
  { status, isExpected, ...place }: FoundTest,
  route: { path: string; declared: readonly string[] },
): Violation[] {
  if (!route.declared.includes(status)) {
    const message = `tests ${status}, which ${route.path} does not declare: add it to statuses, or delete the test`
    return [{ ...place, message }]
  }
  if (isExpected) return []
  return [{ ...place, message: `names a test after ${status} that does not expect it: expect(…) the status` }]
}

/** A folder under routes/ has a route.ts, or it is a group whose folders all have one. */
function foldersWithoutRoute({ paths }: Repository): string[] {
  const all = [...paths]
  const hasRoute = (folder: string) => paths.has(`${folder}/route.ts`)
  const foldersIn = (folder: string) =>
    all.filter((path) => folderOf(path) === folder && all.some((inner) => inner.startsWith(`${path}/`)))
  const isGroup = (folder: string) => {
    const inner = foldersIn(folder)
    return inner.length > 0 && inner.every(hasRoute)
  }
  return all
    .filter((path) => /(?:^|\/)routes$/.test(path))
    .flatMap(foldersIn)
    .filter((folder) => !hasRoute(folder) && !isGroup(folder))
}
