// Writes the rows that the settler writes, but without our code: aggregated and encoded as arrays in advance, with one
// execution of a prepared statement per batch. No ordered locks, no check for known calls, no waiting callers.
import type { FinishedCall } from '@gatehouse/calls/call'
import pg from 'pg'

const statement = {
  name: 'bare-settle',
  text: `
    with inserted as (
      insert into calls (id, company_id, key_id, alias, operation, status, price_version, prompt_tokens, cached_tokens,
                         completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::call_status[], $7::bigint[],
                           $8::int[], $9::int[], $10::int[], $11::bigint[], $12::bigint[], $13::bigint[], $14::int[])
    ), rollups as (
      insert into usage_rollups as u
      select c, k, a, current_date, n, 0, p, 0, o, m
        from unnest($15::uuid[], $16::uuid[], $17::text[], $18::bigint[], $19::bigint[], $20::bigint[], $21::bigint[])
          as r (c, k, a, n, p, o, m)
      on conflict (company_id, key_id, alias, day) do update
         set requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
             completion_tokens = u.completion_tokens + excluded.completion_tokens,
             charged_micros = u.charged_micros + excluded.charged_micros
    ), burnt as (
      update credit_lots l set remaining_micros = remaining_micros - m
        from unnest($15::uuid[], $21::bigint[]) as r (c, m) where l.owner_id = r.c
    )
    update credit_accounts a
       set balance_micros = balance_micros - m, charged_micros = charged_micros + m, version = version + 1
      from unnest($15::uuid[], $21::bigint[]) as r (c, m) where a.owner_id = r.c`,
}

export function buildBareBatch(calls: readonly FinishedCall[]): string[] {
  const columns: (string | number | bigint)[][] = Array.from({ length: 21 }, () => [])
  const rollups = new Map<
    string,
    { call: FinishedCall; requests: number; charged: bigint; prompt: number; completion: number }
  >()
  for (const call of calls) {
    if (call.end.kind !== 'succeeded') throw new Error('the bare batch knows only charged calls')
    const { usage, chargedMicros, priceVersion } = call.end
    const row = [
      call.id,
      call.companyId,
      call.keyId,
      call.alias,
      call.operation,
      'SUCCEEDED',
      priceVersion,
      usage.promptTokens,
      usage.cachedTokens,
      usage.completionTokens,
      chargedMicros,
      call.heldMicros,
      0,
      call.durationMs,
    ]
    row.forEach((value, index) => columns[index]?.push(value))
    const rollup = rollups.get(call.companyId) ?? { call, requests: 0, charged: 0n, prompt: 0, completion: 0 }
    rollup.requests += 1
    rollup.charged += chargedMicros
    rollup.prompt += usage.promptTokens
    rollup.completion += usage.completionTokens
    rollups.set(call.companyId, rollup)
  }
  for (const { call, requests, charged, prompt, completion } of rollups.values()) {
    const row = [call.companyId, call.keyId, call.alias, requests, prompt, completion, charged]
    row.forEach((value, index) => columns[14 + index]?.push(value))
  }
  return columns.map((column) => `{${column.join(',')}}`)
}

/** Returns the seconds that these batches take, with one connection per lane. */
export async function measureBare(url: string, lanes: readonly (readonly string[])[][]): Promise<number> {
  const clients = await Promise.all(
    lanes.map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('set enable_seqscan = off')
      return client
    }),
  )
  const startedMs = performance.now()
  await Promise.all(
    lanes.map(async (batches, lane) => {
      for (const values of batches) await clients[lane]?.query({ ...statement, values: [...values] })
    }),
  )
  const seconds = (performance.now() - startedMs) / 1_000
  await Promise.all(clients.map((client) => client.end()))
  return seconds
}
