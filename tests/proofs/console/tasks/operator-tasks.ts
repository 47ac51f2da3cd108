import { randomInt } from 'node:crypto'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { seedCalls } from '../../../console/seed/seed-calls.ts'
import { seedTroubles } from '../../../console/seed/seed-troubles.ts'
import type { TaskSetup } from './open-task-setup.ts'
import { button, findBySearch, railLink, untilTitled } from './places.ts'
import { seedStuckPayment } from './seed-stuck-payment.ts'
import { type Task, expectSame } from './task.ts'
import { writeLines } from './write-lines.ts'

const who = 'super admin'
const alias = 'svc/chat-default'

const operator = ({ database }: TaskSetup) => addUser(database, { isSuperAdmin: true })

/** Names and texts that no other task has. */
const unique = () => String(randomInt(1_000_000, 9_999_999))

export const operatorTasks: readonly Task[] = [
  {
    who,
    name: 'a company says that its calls fail: everything about it on one page',
    clicks: 0,
    seconds: 5,
    async prepare(setup) {
      const name = `Harbour ${unique()}`
      const { companyId } = await seedTroubles(setup, name)
      return {
        user: await operator(setup),
        async perform(hands) {
          await findBySearch(hands, name, new RegExp(name))
          await untilTitled(hands.page, name)
          await hands.page.getByText('The ledger does not add up.').first().waitFor()
          await hands.page.getByText('nightly').first().waitFor()
        },
        async verify({ page }) {
          expectSame('the company', new URL(page.url()).pathname.split('/').at(-1), companyId)
        },
      }
    },
  },
  {
    who,
    name: 'watch logs live, filtered',
    clicks: 1,
    seconds: 2,
    async prepare(setup) {
      const text = `pressure in boiler ${unique()}`
      const lines = (page: Parameters<typeof railLink>[0]) => page.locator('.log-message', { hasText: text })
      return {
        user: await operator(setup),
        async perform(hands) {
          const { page } = hands
          await hands.press('g', 'l')
          await page.getByText('Live', { exact: true }).waitFor()
          await hands.choose(page.getByLabel('Level'), 'Warnings and above')
          await page.waitForURL(/level=warn/)
          await page.getByText('Live', { exact: true }).waitFor()
          await writeLines(setup.redis, text)
          await lines(page).first().waitFor()
        },
        async verify({ page }) {
          expectSame('the lines', (await lines(page).allInnerTexts()).join(), `${text}: too high`)
        },
      }
    },
  },
  {
    who,
    name: 'an event that is stuck: look, dry-run, replay',
    clicks: 3,
    seconds: 15,
    async prepare(setup) {
      const lastError = `The purchase was locked (${unique()}).`
      const { eventId, purchaseId } = await seedStuckPayment(setup, lastError)
      return {
        user: await operator(setup),
        async perform(hands) {
          const { page } = hands
          await hands.activate(railLink(page, 'Events'))
          await hands.openRow(page.getByRole('grid', { name: 'Payment events' }), lastError)
          await page.getByText('It can be applied').waitFor()
          await hands.activate(button(page, 'Replay'))
          await page.getByText('It was applied', { exact: true }).waitFor()
        },
        async verify() {
          const event = await setup.database
            .selectFrom('provider_events')
            .select('status')
            .where('id', '=', eventId)
            .executeTakeFirstOrThrow()
          const { rows } = await setup.pool.query<{ status: string }>(
            'select status from credit_pack_purchases where id = $1',
            [purchaseId],
          )
          expectSame('event and purchase', `${event.status} ${rows[0]?.status}`, 'PROCESSED COMPLETED')
        },
      }
    },
  },
  {
    who,
    name: 'change a price after seeing what it would have cost',
    clicks: 4,
    seconds: 60,
    async prepare(setup) {
      await seedCalls(setup, { count: 40, providerUrl: setup.provider.baseUrl })
      const input = `2.${randomInt(100_000, 999_999)}`
      return {
        user: await operator(setup),
        async perform(hands) {
          const { page } = hands
          await hands.activate(railLink(page, 'Models'))
          await hands.openRow(page.getByRole('grid', { name: 'Models' }), alias)
          await hands.activate(button(page, 'Change the price'))
          await hands.type(page.getByRole('dialog').getByLabel('Input', { exact: true }), input)
          await page.getByText('Would have cost').waitFor()
          await hands.activate(button(page, 'Set the price'))
          await page.getByRole('dialog').waitFor({ state: 'detached' })
          await page.getByText(input).first().waitFor()
        },
        async verify() {
          const { rows } = await setup.pool.query<{ input: string }>(
            'select input_micros_per_million::text as input from model_prices where alias = $1 order by version desc limit 1',
            [alias],
          )
          expectSame('the price', rows[0]?.input, input.replace('.', ''))
        },
      }
    },
  },
  {
    who,
    name: 'stop or start the generator and see its rate',
    clicks: 2,
    seconds: 5,
    async prepare(setup) {
      const user = await operator(setup)
      const isRunning = async () => {
        const { data } = await setup.backend.ask('{ generatorStatus { status } }', { user })
        return (data as { generatorStatus: { status: string } }).generatorStatus.status !== 'stopped'
      }
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await hands.activate(railLink(page, 'Generator'))
          await hands.activate(button(page, 'Start the generator'))
          await button(page, 'Stop the generator').waitFor()
          await page.getByText('scores per minute').first().waitFor()
        },
        async verify() {
          expectSame('whether it runs', await isRunning(), true)
          await setup.backend.ask('mutation { stopGenerator { status } }', { user })
        },
      }
    },
  },
]
