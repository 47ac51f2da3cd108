// The statements that the product sends as SQL, carried out on the simulated tables. They are recognised by their name
// or, if they have none, by their beginning; an unknown statement fails loudly.
import type { CallOperation } from '@gatehouse/calls/call'
import { spendableMicros } from '../ledger/lots.ts'
import { type AskedRow, type HoldRow, monthEndsInMs, monthSpent } from './hold-rows.ts'
import type { Tables } from './tables.ts'

export type Statement = { name?: string; text: string; values: readonly unknown[] }

export function runStatement(tables: Tables, { name, text, values }: Statement): readonly object[] {
  switch (name ?? text.trim().split(' ').slice(0, 3).join(' ')) {
    case 'place-holds':
      return place(tables, values, [])
    case 'place-budgeted-holds':
      return place(tables, values, values.slice(9, 12) as (string | null)[][])
    case 'keep-holds':
      tables.holds.keep(readHolds(tables, values))
      return []
    case 'remove-holds':
      tables.holds.remove(values[0] as string[])
      return []
    case 'find-dead-holds':
      return tables.holds
        .findDead({ atMs: tables.nowMs, graceMs: Number(values[0]) })
        .map((hold) => toRow(tables, hold))
    case 'record-hold-table-use':
      tables.holds.recordUse(tables.nowMs)
      return []
    case 'is-hold-table-used':
      return [{ is_used: tables.holds.isUsed(tables.nowMs) }]
    case 'read-account-snapshot':
    case 'read-account-snapshot-with-spent':
      return [readSnapshot(tables, values)]
    default:
      return runAnswerStatement(tables, { ...(name !== undefined && { name }), text, values })
  }
}

function runAnswerStatement(tables: Tables, { name, text, values }: Statement): readonly object[] {
  const [first, idempotencyKey, bodyHash, callId, claimMs] = values as [
    string,
    string,
    Buffer,
    string,
    number,
  ]
  switch (name ?? text.trim().split(/\s+/).slice(0, 3).join(' ')) {
    case 'claim-answer': {
      const claimedUntilMs = tables.nowMs + claimMs
      const claim = { keyId: first, idempotencyKey, bodyHash, callId, claimedUntilMs }
      return tables.answers.claim(claim, tables.nowMs) ? [{ bytes: 0 }] : []
    }
    case 'update undelivered_calls m':
      tables.markReplayed({ keyId: first, idempotencyKey, bodyHash })
      return []
    case 'update stored_answers set':
      tables.answers.recordReplay({ keyId: first, idempotencyKey, bodyHash })
      return []
    case 'select call_id, body_hash,':
      return readAnswer(tables, first, idempotencyKey)
    case 'delete from stored_answers':
      tables.answers.dropClaim(first)
      return []
    default:
      throw new Error(`the statement is not simulated: ${name ?? text}`)
  }
}

function readAnswer(tables: Tables, keyId: string, idempotencyKey: string): readonly object[] {
  const row = tables.answers.find(keyId, idempotencyKey)
  if (!row) return []
  const { answer } = row
  return [
    {
      call_id: row.callId,
      body_hash: row.bodyHash,
      content_type: answer && 'body' in answer ? answer.contentType : null,
      answer: answer && 'body' in answer ? answer.body : null,
      not_kept: answer && 'notKept' in answer ? answer.notKept : null,
      is_old: false,
      running_ms: Math.max(0, row.claimedUntilMs - tables.nowMs),
    },
  ]
}

function place(
  tables: Tables,
  values: readonly unknown[],
  limits: readonly (string | null)[][],
): readonly object[] {
  const areForced = values[8] as boolean[]
  const limitAt = (scope: number, index: number) => {
    const limit = limits[scope]?.[index] ?? null
    return limit === null ? undefined : BigInt(limit)
  }
  const asked = readHolds(tables, values).map((hold, index): AskedRow => {
    const [company, key, alias] = [limitAt(0, index), limitAt(1, index), limitAt(2, index)]
    const limited = {
      ...(company !== undefined && { company }),
      ...(key !== undefined && { key }),
      ...(alias !== undefined && { alias }),
    }
    return Object.assign(hold, { isForced: areForced[index] ?? false, limits: limited })
  })
  return tables.holds.place(asked, { atMs: tables.nowMs, graceMs: Number(values.at(-1)) })
}

function readHolds(tables: Tables, values: readonly unknown[]): HoldRow[] {
  const [callIds = [], companyIds, keyIds, operations, aliases, estimates, tokens, leftMs] =
    values as string[][]
  return callIds.map((callId, index) => ({
    callId,
    companyId: companyIds?.[index] ?? '',
    keyId: keyIds?.[index] ?? '',
    operation: operations?.[index] as CallOperation,
    alias: aliases?.[index] ?? '',
    estimateMicros: BigInt(estimates?.[index] ?? 0),
    reservedTokens: Number(tokens?.[index]),
    deadlineMs: tables.nowMs + Number(leftMs?.[index]),
  }))
}

function toRow({ nowMs }: Tables, hold: HoldRow): object {
  return {
    call_id: hold.callId,
    company_id: hold.companyId,
    key_id: hold.keyId,
    operation: hold.operation,
    alias: hold.alias,
    estimate_micros: hold.estimateMicros,
    reserved_tokens: BigInt(hold.reservedTokens),
    remaining_ms: hold.deadlineMs - nowMs,
  }
}

function readSnapshot(tables: Tables, values: readonly unknown[]): object {
  const { ledger, holds, nowMs } = tables
  const [companyId, idList, , , graceMs, forCompany, keyId, alias] = values as [
    string,
    string,
    string,
    string,
    number,
    boolean | undefined,
    string | null,
    string | null,
  ]
  const account = ledger.accounts.get(companyId)
  const ids = idList.slice(1, -1).split(',')
  const ends = (account?.lots ?? []).flatMap(({ expiresAtMs, remainingMicros }) =>
    remainingMicros > 0n && expiresAtMs !== undefined && expiresAtMs > nowMs ? [expiresAtMs - nowMs] : [],
  )
  const open = holds.openOf(companyId, { atMs: nowMs, graceMs })
  const asked = { companyId, keyId: keyId ?? '', alias: alias ?? '' }
  return {
    balance_micros: spendableMicros(ledger, companyId, nowMs),
    version: account?.version ?? 0n,
    is_frozen: false,
    is_postpaid: false,
    valid_for_ms: ends.length > 0 ? Math.min(...ends) : null,
    closed_ids: ids.filter((id) => ledger.callById.has(id)),
    holds: open.map((hold) => toJson(hold, nowMs)),
    ...(forCompany !== undefined && {
      company_micros: forCompany ? monthSpent(ledger, asked, { name: 'company', atMs: nowMs }) : null,
      key_micros: keyId === null ? null : monthSpent(ledger, asked, { name: 'key', atMs: nowMs }),
      alias_micros: alias === null ? null : monthSpent(ledger, asked, { name: 'alias', atMs: nowMs }),
      month_ends_in_ms: monthEndsInMs(nowMs),
    }),
  }
}

function toJson(
  { companyId: _companyId, deadlineMs, estimateMicros, ...hold }: HoldRow,
  nowMs: number,
): object {
  return { ...hold, estimateMicros: String(estimateMicros), remainingMs: Math.round(deadlineMs - nowMs) }
}
