// Opens the pages that show money, and compares each figure on them with the sums of the rows.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Page } from '@gatehouse/testkit/start-browser'
import { readFigure, readRows, readSums, toCount, toMicros } from './read-figures.ts'
import { type CallSums, balanceAt, sumCalls, sumCallsBy } from './read-sums.ts'

export type Compared = { name: string; shown: bigint; expected: bigint }
export type Compare = { page: Page; postgres: Postgres; companyId: string; nowMs: number }

const dayMs = 86_400_000

function startOfDay(nowMs: number): Date {
  return new Date(Math.floor(nowMs / dayMs) * dayMs)
}

function startOfMonth(nowMs: number, offset = 0): Date {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
}

export async function compareHome(compare: Compare): Promise<Compared[]> {
  const { page, postgres, companyId, nowMs } = compare
  await page.goto(`/c/${companyId}`)
  await page.locator('.figure').first().waitFor()
  const end = new Date(nowMs + dayMs)
  const today = await sumCalls(postgres, companyId, { from: startOfDay(nowMs), to: end })
  const month = await sumCalls(postgres, companyId, { from: startOfMonth(nowMs), to: end })
  const figure = async (label: string, expected: bigint) => ({
    name: `Home, ${label}`,
    shown: toMicros(await readFigure(page, label)),
    expected,
  })
  return [
    await figure('Balance', await balanceAt(postgres, companyId, end)),
    await figure('Spent today (UTC)', today.credits),
    await figure('Spent this month (UTC)', month.credits),
    ...(await compareHighest(compare, { from: startOfMonth(nowMs), to: end })),
  ]
}

/** The keys and the models that cost most this month. */
async function compareHighest(
  { page, postgres, companyId }: Compare,
  span: { from: Date; to: Date },
): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { input, by } of [
    { input: 'keyId', by: 'key_id' },
    { input: 'model', by: 'alias' },
  ] as const) {
    const sums = await sumCallsBy(postgres, companyId, { ...span, by })
    const highest = [...sums].toSorted(([, one], [, other]) => (one.credits < other.credits ? 1 : -1))
    for (const [index, { id, credits }] of (await readSums(page, input)).entries()) {
      const name = `Home, ${input} ${index + 1}`
      compared.push({ name, shown: credits, expected: sums.get(id)?.credits ?? -1n })
      compared.push({ name: `${name}, place`, shown: credits, expected: highest[index]?.[1].credits ?? -1n })
    }
  }
  return compared
}

/** The span of a period of the page, as its text describes it: whole days in UTC, today included. */
function spanOf(period: string, nowMs: number): { from: Date; to: Date } {
  const to = new Date(startOfDay(nowMs).getTime() + dayMs)
  if (period === 'lastMonth') return { from: startOfMonth(nowMs, -1), to: startOfMonth(nowMs) }
  if (period === 'month') return { from: startOfMonth(nowMs), to }
  return { from: new Date(to.getTime() - Number.parseInt(period, 10) * dayMs), to }
}

export async function compareSpend(compare: Compare, period: string): Promise<Compared[]> {
  const { page, postgres, companyId, nowMs } = compare
  const span = spanOf(period, nowMs)
  await page.goto(`/c/${companyId}/spend?period=${period}`)
  await page.locator('.figure').first().waitFor()
  const sums = await sumCalls(postgres, companyId, span)
  const name = (label: string) => `Spend, ${period}, ${label}`
  const totals = [
    { name: name('Spent'), shown: toMicros(await readFigure(page, 'Spent')), expected: sums.credits },
    { name: name('Calls'), shown: toCount(await readFigure(page, 'Calls')), expected: sums.calls },
    { name: name('Tokens'), shown: toCount(await readFigure(page, 'Tokens')), expected: sums.tokens },
  ]
  const byModel = await sumCallsBy(postgres, companyId, { ...span, by: 'alias' })
  return [...totals, ...compareRows(await readRows(page, 'Models'), byModel, name)]
}

/** Columns: name, share, calls, not charged, tokens, change, credits. */
function compareRows(
  rows: readonly string[][],
  expected: ReadonlyMap<string, CallSums>,
  name: (label: string) => string,
): Compared[] {
  const compared = rows.flatMap(([model = '', , calls = '', failed = '', tokens = '', , credits = '']) => {
    const sums = expected.get(model)
    return [
      { name: name(`${model}, calls`), shown: toCount(calls), expected: sums?.calls ?? -1n },
      { name: name(`${model}, not charged`), shown: toCount(failed), expected: sums?.notCharged ?? -1n },
      { name: name(`${model}, tokens`), shown: toCount(tokens), expected: sums?.tokens ?? -1n },
      { name: name(`${model}, credits`), shown: toMicros(credits), expected: sums?.credits ?? -1n },
    ]
  })
  const count = {
    name: name('number of models'),
    shown: BigInt(rows.length),
    expected: BigInt(expected.size),
  }
  return [count, ...compared]
}

/** The first calls of the list, and the receipts of some calls. */
export async function compareCalls({ page, postgres, companyId }: Compare): Promise<Compared[]> {
  await page.goto(`/c/${companyId}/calls`)
  const rows = await readRows(page, 'Calls')
  const { rows: calls } = await postgres.query<{ id: string; credits: bigint; tokens: bigint }>(
    `select id, charged_micros as credits, (prompt_tokens + completion_tokens)::bigint as tokens from calls
      where company_id = $1 order by id desc limit $2`,
    [companyId, rows.length],
  )
  const listed = rows.map((cells, index) => ({
    name: `Calls, row ${index + 1}`,
    shown: toMicros(cells.at(-1) ?? ''),
    expected: calls[index]?.credits ?? -1n,
  }))
  const receipts: Compared[] = []
  const { rows: chosen } = await postgres.query<{ id: string; credits: bigint }>(
    `select id, charged_micros as credits from calls
      where company_id = $1 and status = 'SUCCEEDED' and price_version is not null order by md5(id::text) limit 10`,
    [companyId],
  )
  for (const { id, credits } of chosen) {
    await page.goto(`/c/${companyId}/calls/${id}`)
    const total = page.locator('.charge tr[data-total] td')
    await total.waitFor()
    receipts.push({ name: `Receipt ${id}`, shown: toMicros(await total.innerText()), expected: credits })
  }
  return [...listed, ...receipts]
}

export async function compareLedger(compare: Compare, moments: readonly Date[]): Promise<Compared[]> {
  const { page, postgres, companyId, nowMs } = compare
  const now = await balanceAt(postgres, companyId, new Date(nowMs + dayMs))
  await page.goto(`/c/${companyId}/profile/billing`)
  await page.locator('.figure').first().waitFor()
  const compared = [
    { name: 'Billing, Balance', shown: toMicros(await readFigure(page, 'Balance')), expected: now },
  ]
  for (const at of moments) {
    await page.goto(`/c/${companyId}/profile/billing/ledger?at=${at.toISOString()}`)
    const balance = page.locator('.ledger-balance')
    await balance.waitFor()
    compared.push({
      name: `Ledger at ${at.toISOString()}`,
      shown: toMicros(await balance.innerText()),
      expected: await balanceAt(postgres, companyId, at),
    })
  }
  return compared
}
