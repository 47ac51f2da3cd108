import { addKey } from '@gatehouse/testkit/seed-gateway'
import { seedCalls } from '../../../console/seed/seed-calls.ts'
import { readFigure, toMicros } from '../truth/read-figures.ts'
import { readClipboard } from './hands/hands.ts'
import type { TaskSetup } from './open-task-setup.ts'
import { button, findBySearch, railLink, untilTitled } from './places.ts'
import { callModel, runCommand } from './programs.ts'
import { spentThisMonth } from './spent-this-month.ts'
import { type Task, expectSame } from './task.ts'

const who = 'company admin'

export const adminTasks: readonly Task[] = [
  {
    who,
    name: 'see what was spent this month, by which key and model, and whether that is unusual',
    clicks: 0,
    seconds: 2,
    async prepare(setup) {
      const { user, companyId } = await seedCalls(setup, { providerUrl: setup.provider.baseUrl })
      return {
        user,
        async perform({ page }) {
          await page.getByText(/on the same days of \w+/).waitFor()
          await page.getByRole('region', { name: 'Spent this month by key (UTC)' }).waitFor()
          await page.getByRole('region', { name: 'Spent this month by model (UTC)' }).waitFor()
        },
        async verify({ page }) {
          const spent = await spentThisMonth(setup.pool, companyId)
          expectSame('the sum', toMicros(await readFigure(page, 'Spent this month (UTC)')), spent.micros)
          const change = Number(spent.micros * 1_000n) / Number(spent.beforeMicros) / 10 - 100
          const shown = await page.getByText(/on the same days of \w+/).innerText()
          if (Math.abs(Number.parseFloat(shown.replace('−', '-')) - change) > 0.1)
            throw new Error(`"${shown}" is shown for a change of ${change} %`)
          for (const { by, name, micros } of spent.highest) {
            const row = page
              .getByRole('region', { name: `Spent this month by ${by} (UTC)` })
              .getByRole('listitem')
              .first()
            await row.getByText(name).waitFor()
            expectSame(`the credits of ${name}`, toMicros(await row.locator('.amount').innerText()), micros)
          }
        },
      }
    },
  },
  {
    who,
    name: 'mint a key and make a first call with it',
    clicks: 3,
    seconds: 30,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser()
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await hands.activate(railLink(page, 'API Keys'))
          await hands.activate(button(page, 'Create a key'))
          await hands.type(page.getByRole('dialog').getByLabel('Name'), 'ats-sync')
          await hands.press('Enter')
          const dialog = page.getByRole('dialog', { name: 'Key ats-sync is ready' })
          await hands.activate(dialog.getByRole('button', { name: 'Copy example' }))
          await dialog.getByRole('button', { name: 'Copied' }).waitFor()
          const printed = await runCommand(await readClipboard(page))
          if (!printed.includes('"choices"')) throw new Error(`the copied command printed ${printed}`)
          await dialog.getByText('The first call has arrived').waitFor()
        },
        async verify() {
          const call = await setup.database
            .selectFrom('calls')
            .innerJoin('api_keys', 'api_keys.id', 'calls.key_id')
            .select(['calls.status', 'api_keys.name'])
            .where('calls.company_id', '=', companyId)
            .executeTakeFirst()
          expectSame('the call', `${call?.status} ${call?.name}`, 'SUCCEEDED ats-sync')
        },
      }
    },
  },
  {
    who,
    name: 'paste a call id: why did it cost that, or why was it refused',
    clicks: 0,
    seconds: 5,
    prepare: prepareReceipts,
  },
  {
    who,
    name: 'top up, to the payment provider’s page and back',
    clicks: 2,
    seconds: 10,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser('ADMIN', 5_000_000n)
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await hands.activate(page.getByRole('banner').getByRole('link', { name: 'Top up' }))
          await hands.activate(button(page, /^Buy 50 credits for/))
          await hands.outside(() => hands.activate(button(page, 'Pay by card')))
          await page.getByText('50.00 credits were added').waitFor()
          await page.getByRole('banner').getByText('55.00').waitFor()
        },
        async verify() {
          const purchase = await setup.database
            .selectFrom('credit_pack_purchases')
            .select('status')
            .where('company_id', '=', companyId)
            .executeTakeFirst()
          expectSame('the purchase', purchase?.status, 'COMPLETED')
        },
      }
    },
  },
  {
    who,
    name: 'stop a leaked key and see that it is refused',
    clicks: 3,
    seconds: 10,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser()
      const { key, raw } = await addKey(setup.database, { companyId, name: 'old laptop' })
      expectSame('the answer before', (await callModel(setup, raw)).status, 200)
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await findBySearch(hands, raw.slice(-4), /old laptop/)
          await untilTitled(page, 'old laptop')
          await hands.activate(button(page, 'Revoke'))
          await hands.activate(button(page, 'Revoke the key'))
          await page.getByText('This key is revoked').waitFor()
          expectSame('the answer afterwards', (await callModel(setup, raw)).status, 401)
          await page.getByText(/was refused \d+\.?\d* \w+ after the revocation/).waitFor()
        },
        async verify() {
          const row = await setup.database
            .selectFrom('api_keys')
            .select('revoked_at')
            .where('company_id', '=', companyId)
            .where('id', '=', key.id)
            .executeTakeFirstOrThrow()
          if (row.revoked_at === null) throw new Error('the key is not revoked')
        },
      }
    },
  },
]

async function prepareReceipts(setup: TaskSetup) {
  const { user, companyId } = await setup.addCompanyUser()
  const { raw } = await addKey(setup.database, { companyId, name: 'ats-sync' })
  const capped = await addKey(setup.database, { companyId, name: 'capped', monthlyCreditCapMicros: 1n })
  const charged = await callModel(setup, raw)
  // The first call reaches the cap.
  await callModel(setup, capped.raw)
  const refused = await callModel(setup, capped.raw)
  expectSame('the answers', `${charged.status} ${refused.status}`, '200 402')
  let shown = ''
  return {
    user,
    async perform(hands: Parameters<Awaited<ReturnType<Task['prepare']>>['perform']>[0]) {
      const { page } = hands
      await findBySearch(hands, charged.requestId, /./)
      await page.getByText('The figures agree').waitFor()
      shown = await page.locator('.charge tr[data-total] td').innerText()
      await findBySearch(hands, refused.requestId, 'Look up this request')
      await page.getByText('402 · The monthly cap of the key is reached').waitFor()
    },
    async verify() {
      const call = await setup.database
        .selectFrom('calls')
        .select('charged_micros')
        .where('company_id', '=', companyId)
        .where('id', '=', charged.requestId)
        .executeTakeFirstOrThrow()
      expectSame('the charge', toMicros(shown), call.charged_micros)
    },
  }
}
