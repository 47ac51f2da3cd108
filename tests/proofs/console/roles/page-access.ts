// What the access table of GraphQL says about a page: the level of the strictest query that the page sends.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessTable } from '@gatehouse/backend/access-table'
import { Kind, OperationTypeNode, parse } from 'graphql'
import type { DeclaredPage } from '../../../tidy/repository/declared-pages.ts'

/** From the most open to the strictest; `account` is like `user` to a page. */
const levels = ['anyone', 'user', 'companyMember', 'companyAdmin', 'superAdmin'] as const
export type Level = (typeof levels)[number]

export function isStricter(one: Level, other: Level): boolean {
  return levels.indexOf(one) > levels.indexOf(other)
}

const levelOfWho: Readonly<Record<string, Level>> = {
  anyone: 'anyone',
  user: 'user',
  member: 'companyMember',
  admin: 'companyAdmin',
  superAdmin: 'superAdmin',
}

const root = join(import.meta.dirname, '../../../..')

/** Undefined if the page declares a level that does not exist. */
export function declaredLevel({ who }: DeclaredPage): Level | undefined {
  return levelOfWho[who]
}

/** The level of the strictest query or mutation; undefined for a page that sends none. */
export function strictestLevel({ folder }: DeclaredPage, type: 'Query' | 'Mutation'): Level | undefined {
  const found = new Set(fieldsOf(join(root, folder), type).map((field) => levelOf(type, field)))
  return levels.findLast((level) => found.has(level))
}

function levelOf(type: 'Query' | 'Mutation', field: string): Level {
  const level = (accessTable[type] as Readonly<Record<string, string>>)[field]
  if (level === 'account') return 'user'
  const known = levels.find((name) => name === level)
  if (!known) throw new Error(`the access table has no line for ${field}`)
  return known
}

/** Names of the fields that the operations of the folder always ask for; those that depend on a variable do not count. */
function fieldsOf(folder: string, type: 'Query' | 'Mutation'): string[] {
  const kind = type === 'Query' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')).definitions)
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === kind
        ? definition.selectionSet.selections
        : [],
    )
    .flatMap((selection) =>
      selection.kind === Kind.FIELD && (selection.directives ?? []).length === 0
        ? [selection.name.value]
        : [],
    )
}
