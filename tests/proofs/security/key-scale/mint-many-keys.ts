// Inserts keys by the thousand, as `createApiKey` would, but in sets: one transaction for each key would take minutes.
import { randomFillSync } from 'node:crypto'
import { hashKey } from '@gatehouse/keys/hash-key'
import { keyHint, mintKey } from '@gatehouse/keys/key-format'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'

export type ManyKey = { id: string; raw: string }

const keysPerStatement = 5_000
const keysPerCompany = 100

export async function mintManyKeys(pool: Postgres, count: number): Promise<ManyKey[]> {
  const ids = createIds(createSystemClock())
  const [pepperId = '', secret = ''] = testKeyPeppers.split(':')
  const pepper = { id: pepperId, secret: new Secret(secret) }
  const companyIds = Array.from({ length: Math.ceil(count / keysPerCompany) }, () => ids.uuid())
  await pool.query(`insert into companies (id, name) select id, 'Company' from unnest($1::uuid[]) id`, [
    companyIds,
  ])
  const keys = Array.from({ length: count }, () => ({ id: ids.uuid(), raw: mintKey(randomFillSync) }))
  for (let from = 0; from < count; from += keysPerStatement) {
    const some = keys.slice(from, from + keysPerStatement)
    await pool.query(
      `insert into api_keys (id, company_id, name, hint, key_hash, pepper_id, scopes, rpm_limit, tpm_limit)
       select k.id, k.company_id, 'Website', k.hint, k.hash, $5, '{inference:chat,usage:read}', 1000000, 1000000
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) as k (id, company_id, hint, hash)`,
      [
        some.map(({ id }) => id),
        some.map((_, index) => companyIds[Math.floor((from + index) / keysPerCompany)]),
        some.map(({ raw }) => keyHint(raw)),
        some.map(({ raw }) => hashKey(pepper, raw)),
        pepper.id,
      ],
    )
  }
  await pool.query('analyze api_keys, companies')
  return keys
}
