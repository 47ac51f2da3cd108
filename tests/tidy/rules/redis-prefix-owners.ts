// A Redis key is spelled in one package, just as a table is written by one: two spellings of a key drift apart, and
// then one side silently reads nothing.
import { isProduct, isTest } from '../repository/file-kinds.ts'
import { lineNumber } from '../repository/line-number.ts'
import type { Repository, RepositoryFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'
import { ownedRedisPrefixes } from './owned-redis-prefixes.ts'
import type { Owners } from './owned-tables.ts'

const prefixesPath = 'tests/tidy/rules/owned-redis-prefixes.ts'

export function redisPrefixOwners(repository: Repository, owners: Owners = ownedRedisPrefixes): RuleOutcome {
  const keys = repository.files
    .filter(({ path }) => isProduct(path) && /\.(?:tsx?|lua)$/.test(path) && !isTest(path))
    .flatMap(keysIn)
  const stale = Object.entries(owners)
    .filter(([prefix, owner]) => !keys.some((key) => isIn(owner, key.path) && hasPrefix(key.text, prefix)))
    .map(([prefix, owner]) => ({
      path: prefixesPath,
      message: `lists ${prefix}, which ${owner} does not spell: remove or fix the line`,
    }))
  return { inspected: keys.length, violations: [...stale, ...keys.flatMap((key) => checkKey(key, owners))] }
}

type Key = { path: string; line: number; text: string }

/**
 * Literals that begin like one of our keys. If a space follows the colon, the literal is a message: `gatehouse: 2
 * errors`.
 */
function keysIn({ path, text }: RepositoryFile): Key[] {
  return scanSource(text)
    .literals.filter((literal) => /^gatehouse:(?!\s)/.test(literal.text))
    .map((literal) => ({ path, line: lineNumber(text, literal.offset), text: literal.text }))
}

function checkKey({ path, line, text }: Key, owners: Owners): Violation[] {
  const known = Object.entries(owners)
    .filter(([prefix]) => hasPrefix(text, prefix))
    .sort(([a], [b]) => b.length - a.length)
  const [match] = known
  if (!match) {
    return [{ path, line, message: `spells the Redis key '${text}': list its prefix in ${prefixesPath}` }]
  }
  const [prefix, owner] = match
  if (isIn(owner, path)) return []
  return [{ path, line, message: `spells ${prefix}, which ${owner} owns: use an export of ${owner} instead` }]
}

/** Whole words only: `gatehouse:logs` does not cover `gatehouse:logstash`. */
function hasPrefix(key: string, prefix: string): boolean {
  return key.startsWith(prefix) && !/^[\w-]/.test(key.slice(prefix.length))
}

function isIn(owner: string, path: string): boolean {
  return path.startsWith(`${owner}/`)
}
