// Code that knows a company asks for the connections of this company (`Shards`), so that companies can live in several
// databases. A function that receives a connection uses the one that its caller chose; what keeps connections and
// learns the company later, in a closure, a class or the parts of a service, must keep `Shards`.
import { isForTests, isTest, typeScriptFiles } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

type Folders = Readonly<Record<string, string>>

/** Folders whose code works on the directory only: their callers pass `shards.directory`. */
const directoryFolders: Folders = {
  'domain/identity': 'users, sessions and memberships are global',
  'domain/keys': 'a key is found by its hash, before its company is known',
  'domain/models': 'models and prices are global',
}

const pool = String.raw`(?:Queryable|Postgres|Database|Pick<Postgres\b[^>]*>)`
const name = '(?:postgres|database|pool)'
/** A member of a type; a parameter is followed by a comma or a parenthesis. */
const member = new RegExp(
  String.raw`(?:^[ \t]*|[{;][ \t]*)(?:readonly\s+)?#?${name}\??: ${pool}[ \t]*(?=$|[;}])`,
  'gm',
)
const factory = new RegExp(String.raw`\bfunction (?:create|open)\w+\(\s*${name}: ${pool}[,)\s]`, 'g')
const fromService =
  /\bresources\.postgres\b|\{[^{}]*\bpostgres\b[^{}]*\}(?:: ServiceResources\b| = resources\b)/g
const pickedFromService = /Pick<\s*ServiceResources,[^>]*'postgres'/g

export function shards(repository: Repository, directory: Folders = directoryFolders): RuleOutcome {
  const exempt = Object.keys(directory)
  const product = typeScriptFiles(repository).filter(
    ({ path }) => /^(?:apps|domain)\//.test(path) && !isTest(path) && !isForTests(path),
  )
  const files = product.filter(({ path }) => !exempt.some((folder) => path.startsWith(`${folder}/`)))
  const stale = exempt
    .filter((folder) => !product.some(({ path }) => path.startsWith(`${folder}/`)))
    .map((folder) => ({
      path: folder,
      message: 'is an exception of shards but not a folder: remove the entry',
    }))
  return { inspected: files.length, violations: [...stale, ...files.flatMap(checkFile)] }
}

function checkFile({ path, text }: RepositoryFile): Violation[] {
  const { code, withoutComments } = scanSource(text)
  const find = (pattern: RegExp, source: string, message: string) =>
    [...source.matchAll(pattern)].map(({ index, 0: found }) => ({
      path,
      line: lineNumber(text, index + (found.length - found.trimStart().length)),
      message,
    }))
  const keeps =
    'keeps connections although it learns the company later: keep Shards and call shards.of(companyId)'
  const takes =
    'takes the connections of the service: take its shards, and of them the company’s or the directory'
  return [
    ...(/\bcompanyId\b/.test(code) ? [member, factory].flatMap((pattern) => find(pattern, code, keeps)) : []),
    ...find(fromService, code, takes),
    // The name of the part is in quotes.
    ...find(pickedFromService, withoutComments, takes),
  ]
}
