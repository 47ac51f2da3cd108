// What the access table of GraphQL says about a page: the level of the strictest query that the page sends.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessTable } from '@gatehouse/backend/access-table'
import { Kind, OperationTypeNode, parse } from 'graphql'
import type { DeclaredPage } from '../../../tidy/repository/declared-pages.ts'

/** From the most open to the strictest; `account` is like `user` to a page. */
const levels = ['anyone', 'user', 'companyMember', 'companyAdmin', 'superAdmin'] as const
export type Level = (typeof levels)[number]

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

/** Undefined for a page that sends no query. */
export function levelOfQueries({ folder }: DeclaredPage): Level | undefined {
  const found = new Set(queryFields(join(root, folder)).map(levelOf))
  return levels.findLast((level) => found.has(level))
}

function levelOf(field: string): Level {
  const level = (accessTable.Query as Readonly<Record<string, string>>)[field]
  if (level === 'account') return 'user'
  const known = levels.find((name) => name === level)
  if (!known) throw new Error(`the access table has no line for ${field}`)
  return known
}

/** Names of the fields that every query of the folder asks for; those that depend on a variable do not count. */
function queryFields(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')).definitions)
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY
        ? definition.selectionSet.selections
        : [],
    )
    .flatMap((selection) =>
      selection.kind === Kind.FIELD && (selection.directives ?? []).length === 0
        ? [selection.name.value]
        : [],
    )
}
