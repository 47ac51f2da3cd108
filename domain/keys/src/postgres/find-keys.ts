import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { FindKeys, FoundKey } from '../found-key.ts'
import { type ApiKeyRow, apiKeyColumns, fromRow } from './api-key-row.ts'

const findStatement = {
  name: 'find-keys',
  text: `
    select key_hash, ${apiKeyColumns.join(', ')}
      from api_keys
     where key_hash = any ($1::bytea[]) or id = any ($2::uuid[])`,
}

/** For the gateway: one statement for any number of keys, each with one hash for each pepper. */
export function createFindKeys(postgres: Queryable): FindKeys {
  return async ({ hashes, ids }) => {
    const { rows } = await postgres.query<ApiKeyRow & { key_hash: Buffer }>({
      ...findStatement,
      values: [hashes, ids],
    })
    return rows.map((row): FoundKey => ({ key: fromRow(row), hash: row.key_hash }))
  }
}
