import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { TouchKeys } from '../key-ports.ts'

// Skips a key that any process recorded within the previous minute. Skips locked rows too: waiting for them is not
// worthwhile, and two processes that wait for each other would deadlock.
const touchStatement = {
  name: 'touch-last-used',
  text: `
    with used as (
      select k.id, u.at
        from unnest($1::uuid[], $2::timestamptz[]) as u (id, at)
        join api_keys k on k.id = u.id
       where k.last_used_at is null or k.last_used_at <= u.at - interval '1 minute'
         for no key update of k skip locked
    )
    update api_keys k set last_used_at = used.at from used where k.id = used.id`,
}

export function createTouchLastUsed(postgres: Queryable): TouchKeys {
  return async (uses) => {
    if (uses.length === 0) return
    const values = [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at)]
    await postgres.query({ ...touchStatement, values })
  }
}
