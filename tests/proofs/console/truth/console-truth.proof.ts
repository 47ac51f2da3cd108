import { addUser } from '@gatehouse/testkit/seed-backend'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { seededRandom } from '../../kit/seeded-random.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import { openConsoleSetup } from '../open-console-setup.ts'
import { type Compare, compareCalls, compareHome, compareLedger, compareSpend } from './compare-pages.ts'
import { seedMonth } from './seed-month.ts'
import { watchRunningCalls } from './watch-running-calls.ts'

const dayMs = 86_400_000

export const proof: Proof = {
  name: 'console-truth',
  tier: 'night',
  claim:
    'every figure on Home, Spend, Calls, Receipt, Ledger and Billing equals the rows of the ledger, also while calls run',
  bar: '0 differences after two simulated months, and no balance that the company never had while calls are settled',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openConsoleSetup(scope)
    if (!setup) return notMeasured('there is no Chromium on this machine')
    const companyId = await seedMonth(scope, setup)
    const user = await addUser(setup.database, { companyId, role: 'ADMIN' })
    const page = await (await setup.openProfile(user)).newPage()
    const nowMs = createSystemClock().wallMs()
    const compare: Compare = { page, postgres: setup.pool, companyId, nowMs }
    const random = seededRandom('console-truth')
    const moments = Array.from(
      { length: isShort ? 5 : 30 },
      () => new Date(nowMs - random.integer(0, 60 * dayMs)),
    )
    const compared = await compareHome(compare)
    for (const period of isShort ? ['30d'] : ['7d', '30d', '90d', 'month', 'lastMonth'])
      compared.push(...(await compareSpend(compare, period)))
    compared.push(...(await compareCalls(compare)), ...(await compareLedger(compare, moments)))
    const different = compared.filter(({ shown, expected }) => shown !== expected)
    for (const { name, shown, expected } of different) progress(`${name}: ${shown} instead of ${expected}`)
    progress(`${compared.length} figures compared, ${different.length} differ`)
    const running = await watchRunningCalls(compare, {
      redis: setup.redis,
      calls: isShort ? 100 : 1_000,
    })
    for (const text of new Set(running.wrong)) progress(text)
    return judged({
      figure:
        `${compared.length} figures on 6 pages, ${different.length} different; ` +
        `${running.seen} balances seen during ${running.calls} calls, ${running.wrong.length} wrong`,
      isPassed:
        compared.length > 0 && different.length === 0 && running.seen > 1 && running.wrong.length === 0,
    })
  },
  async tryTools(scope) {
    const setup = await openConsoleSetup(scope)
    if (!setup) return
    const page = await (await setup.openProfile()).newPage()
    await page.goto('/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
}
