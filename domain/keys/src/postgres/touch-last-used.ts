import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { TouchKeys } from '../found-key.ts'

// A key that was noted within the minute before, by whichever process, is left alone. One that somebody is changing
// is skipped: waiting for it is not worth while, and two who wait for each other would both fail.
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
