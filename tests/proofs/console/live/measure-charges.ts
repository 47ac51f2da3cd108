// Makes calls while Home and Calls are open, and measures how long after `[DONE]` each page shows the charge. A figure
// that the company never had, or a row with another charge than the ledger's, is wrong.
import { setTimeout as sleep } from 'node:timers/promises'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { Page } from '@gatehouse/testkit/start-browser'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { seededRandom } from '../../kit/seeded-random.ts'
import type { ConsoleSetup } from '../open-console-setup.ts'
import { toMicros } from '../truth/read-figures.ts'
import { type MadeCall, makeStreamedCall, openGateway } from './make-calls.ts'
import {
  type CallsContent,
  type HomeContent,
  type Shown,
  readShown,
  watchCalls,
  watchHome,
} from './watch-page.ts'

export type MeasuredCharges = {
  /** From `[DONE]` to the balance and the row of the call on Home, in milliseconds. */
  onHome: readonly number[]
  /** From `[DONE]` to the number of new calls on Calls. */
  onCalls: readonly number[]
  wrong: readonly string[]
}

const startMicros = 1_000_000_000n
const pauseMsMax = 1_500
/** The page counts new calls up to 50. */
const callsPerRound = 40
/** A charge that is not shown by then counts as never shown. */
const lastShownWithinMs = 15_000

export async function measureCharges(
  scope: AsyncDisposableStack,
  setup: ConsoleSetup,
  callCount: number,
): Promise<MeasuredCharges> {
  const gatewayUrl = await openGateway(scope, setup)
  const companyId = await addCompany(setup.database, startMicros)
  const key = await addKey(setup.database, { companyId, name: 'live' })
  const context = await setup.openProfile(await addUser(setup.database, { companyId, role: 'ADMIN' }))
  // The pages of a company without calls are others; and the gateway loads what it needs.
  const first = await makeStreamedCall(gatewayUrl, key, 1)
  const home = await context.newPage()
  // As high as the page, because only what is in view counts.
  await home.setViewportSize({ width: 1_280, height: 1_400 })
  await home.goto(`/c/${companyId}`)
  await home.locator('.row-link').first().waitFor()
  await watchHome(home)
  const random = seededRandom('console-live')
  const made: MadeCall[] = [first]
  const onCalls: number[] = []
  const calls = await context.newPage()
  while (made.length <= callCount) {
    const count = Math.min(callsPerRound, callCount + 1 - made.length)
    await calls.goto(`/c/${companyId}/calls`)
    await calls.getByRole('grid', { name: 'Calls' }).waitFor()
    await watchCalls(calls)
    const round: MadeCall[] = []
    for (let call = 0; call < count; call += 1) {
      round.push(await makeStreamedCall(gatewayUrl, key, 1 + made.length + call))
      await sleep(random.integer(0, pauseMsMax))
    }
    onCalls.push(...(await timesOnCalls(calls, round)))
    made.push(...round)
  }
  await waitForRow(home, made.at(-1)?.id ?? '')
  const charges = await readCharges(setup, companyId)
  const { times, wrong } = timesOnHome(made, charges, await readShown<HomeContent>(home))
  await context.close()
  return { onHome: times, onCalls, wrong }
}

async function readCharges({ pool }: ConsoleSetup, companyId: string): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ id: string; micros: bigint }>(
    'select id, charged_micros as micros from calls where company_id = $1',
    [companyId],
  )
  return new Map(rows.map(({ id, micros }) => [id, micros]))
}

async function waitForRow(home: Page, id: string): Promise<void> {
  const isShown = async () =>
    (await readShown<HomeContent>(home)).some(({ content }) => content.calls.some((call) => call.id === id))
  await waitUntil(isShown, { withinMs: lastShownWithinMs, what: 'the last row' }).catch(() => undefined)
}

async function timesOnCalls(page: Page, round: readonly MadeCall[]): Promise<number[]> {
  const read = () => readShown<CallsContent>(page)
  const isComplete = async () => (await read()).some(({ content }) => countOf(content) >= round.length)
  // What is still missing then has an infinite time.
  await waitUntil(isComplete, { withinMs: lastShownWithinMs, what: 'the last call' }).catch(() => undefined)
  const shown = await read()
  return round.map(({ doneAtMs }, index) => {
    const found = shown.find(({ content }) => countOf(content) > index)
    return found ? Math.max(0, found.atMs - doneAtMs) : Number.POSITIVE_INFINITY
  })
}

function countOf({ newCalls }: CallsContent): number {
  return Number(/\d+/.exec(newCalls)?.[0] ?? 0)
}

function timesOnHome(
  made: readonly MadeCall[],
  charges: ReadonlyMap<string, bigint>,
  shown: readonly Shown<HomeContent>[],
): { times: number[]; wrong: string[] } {
  let left = startMicros
  const balances = made.map(({ id }) => (left -= charges.get(id) ?? 0n))
  const wrong: string[] = []
  let last = 0
  const places = shown.map(({ content }) => {
    const place = balances.indexOf(toMicros(content.balance))
    if (place < 0) wrong.push(`Home shows ${content.balance}, which the company never had`)
    else if (place < last) wrong.push(`Home went back to ${content.balance}`)
    last = Math.max(last, place)
    for (const { id, credits } of content.calls)
      if (toMicros(credits) !== charges.get(id)) wrong.push(`Home shows ${credits} for the call ${id}`)
    return place
  })
  // The first call was made before the page was opened.
  const times = made.slice(1).map(({ id, doneAtMs }, index) => {
    const found = shown.find(
      ({ content }, sample) =>
        (places[sample] ?? -1) > index && content.calls.some((listed) => listed.id === id),
    )
    return found ? Math.max(0, found.atMs - doneAtMs) : Number.POSITIVE_INFINITY
  })
  return { times, wrong }
}
