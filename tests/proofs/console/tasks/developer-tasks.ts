import { addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { readFigure, toCount, toMicros } from '../truth/read-figures.ts'
import { type Hands, readClipboard } from './hands/hands.ts'
import type { TaskSetup } from './open-task-setup.ts'
import { button, findBySearch, untilTitled } from './places.ts'
import { callModel, runCommand } from './programs.ts'
import { type Task, expectSame } from './task.ts'

const who = 'developer'
const prompt = 'Name three rivers of Europe.'
/** A model of its own: its route is avoided for a while after failures. */
const failingModel = 'svc/extract-fast'

export const developerTasks: readonly Task[] = [
  {
    who,
    name: 'try a model with a prompt, streaming, seeing the cost',
    clicks: 2,
    seconds: 10,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser()
      planLongAnswer(setup)
      return {
        user,
        perform: tryModel,
        async verify({ page }) {
          const shown = page.locator('.run-figures div', { hasText: 'Charged' }).locator('dd')
          const call = await setup.database
            .selectFrom('calls')
            .select('charged_micros')
            .where('company_id', '=', companyId)
            .executeTakeFirstOrThrow()
          expectSame('the charge', toMicros(await shown.innerText()), call.charged_micros)
          expectSame('the prompt', lastPrompt(setup), prompt)
        },
      }
    },
  },
  {
    who,
    name: 'copy the same call as curl',
    clicks: 1,
    seconds: 2,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser()
      const { raw } = await addKey(setup.database, { companyId, name: 'terminal' })
      planLongAnswer(setup)
      return {
        user,
        begin: tryModel,
        async perform({ page, activate }) {
          await activate(button(page, 'curl'))
          await page
            .getByRole('region', { name: 'Notifications' })
            .getByText('The call is copied as curl')
            .waitFor()
        },
        async verify({ page }) {
          setup.provider.reset()
          const printed = await runCommand(await readClipboard(page), { API_KEY: raw })
          if (!printed.includes('data: [DONE]')) throw new Error(`the copied command printed ${printed}`)
          expectSame('the prompt', lastPrompt(setup), prompt)
        },
      }
    },
  },
  {
    who,
    name: 'see the failed calls of the last hour and their reasons',
    clicks: 2,
    seconds: 3,
    prepare: prepareFailures,
  },
  {
    who,
    name: 'check the limits left of a key: calls, tokens, cap',
    clicks: 1,
    seconds: 2,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser()
      const limits = { rpmLimit: 300, tpmLimit: 200_000, monthlyCreditCapMicros: 5_000_000n }
      const { key, raw } = await addKey(setup.database, { companyId, name: 'ats-sync', ...limits })
      await addKey(setup.database, { companyId, name: 'another one' })
      return {
        user,
        // Used while the person looks on, so that the limits of this minute have been drawn upon.
        async begin() {
          for (let call = 0; call < 3; call += 1) await callModel(setup, raw)
        },
        async perform(hands) {
          await hands.press('g', 'k')
          await hands.openRow(hands.page.getByRole('grid', { name: 'API keys' }), 'ats-sync')
          await hands.page.locator('.figure').first().waitFor()
        },
        async verify({ page }) {
          const calls = await readFigure(page, 'Calls left this minute')
          const tokens = await readFigure(page, 'Tokens left this minute')
          const spent = await readFigure(page, 'Spent this month (UTC)')
          // The minute may have ended in the meantime.
          const areCounted = toCount(calls) >= 297n && toCount(calls) <= 300n && calls.includes('of 300')
          if (!areCounted || !tokens.includes('of 200,000') || !spent.includes('of 5.00'))
            throw new Error(`the key has ${calls} calls, ${tokens} tokens, and spent ${spent}`)
          const { rows } = await setup.pool.query<{ micros: bigint }>(
            'select sum(charged_micros)::bigint as micros from usage_rollups where company_id = $1 and key_id = $2',
            [companyId, key.id],
          )
          expectSame('what it spent', toMicros(spent), rows[0]?.micros)
        },
      }
    },
  },
  {
    who,
    name: 'rotate a key without downtime',
    clicks: 4,
    seconds: 60,
    prepare: prepareRotation,
  },
]

/** The estimate is shown for as long as the answer streams: three seconds, so that it is seen on a busy machine too. */
function planLongAnswer({ provider }: TaskSetup): void {
  provider.reset()
  provider.planNext({ outputTokens: 600 })
}

async function tryModel(hands: Hands): Promise<void> {
  const { page } = hands
  await hands.press('g', 'p')
  await hands.type(page.getByLabel('Message 1').getByRole('textbox'), prompt)
  await hands.activate(button(page, 'Send'))
  await page.getByText(/^≈ 0\.\d{6}$/).waitFor()
  await page.locator('.run-figures dt', { hasText: 'Charged' }).waitFor()
}

function lastPrompt({ provider }: TaskSetup): string | undefined {
  const body = JSON.parse(String(provider.requests.at(-1)?.body ?? '{}')) as {
    messages?: { content: string }[]
  }
  return body.messages?.at(-1)?.content
}

async function prepareFailures(setup: TaskSetup) {
  const { user, companyId } = await setup.addCompanyUser()
  const { raw } = await addKey(setup.database, { companyId, name: 'ats-sync' })
  await callModel(setup, raw)
  const stopFailing = setup.provider.planWhen(() => true, { fault: { kind: 'status', status: 500 } })
  await callModel(setup, raw, failingModel)
  stopFailing()
  const isSettled = async () => {
    const calls = await setup.database
      .selectFrom('calls')
      .select('status')
      .where('company_id', '=', companyId)
      .execute()
    return calls.length === 2 && calls.some(({ status }) => status === 'FAILED')
  }
  await waitUntil(isSettled, { withinMs: 10_000, what: 'one call succeeded and one failed' })
  const rows = (hands: Hands) => hands.page.getByRole('grid', { name: 'Calls' }).getByRole('row')
  return {
    user,
    async perform(hands: Hands) {
      const { page } = hands
      await hands.press('g', 'c')
      await rows(hands).nth(2).waitFor()
      await hands.choose(page.getByLabel('Period'), 'Last hour')
      await hands.choose(page.getByLabel('Status'), 'Failed')
      await page.waitForURL(/status=FAILED/)
      await rows(hands).nth(2).waitFor({ state: 'detached' })
      await rows(hands)
        .nth(1)
        .getByText(/Provider error|No route available/)
        .waitFor()
    },
    async verify(hands: Hands) {
      expectSame('the number of rows, with the head', await rows(hands).count(), 2)
      expectSame('the period', new URL(hands.page.url()).searchParams.get('period'), '1h')
    },
  }
}

async function prepareRotation(setup: TaskSetup) {
  const { user, companyId } = await setup.addCompanyUser()
  const old = await addKey(setup.database, { companyId, name: 'ats-sync' })
  let copied = ''
  return {
    user,
    async perform(hands: Hands) {
      const { page } = hands
      await findBySearch(hands, 'ats-sync', /ats-sync/)
      await untilTitled(page, 'ats-sync')
      await hands.activate(button(page, 'Rotate'))
      await hands.activate(button(page, 'Create the new key'))
      const dialog = page.getByRole('dialog', { name: /is ready/ })
      await hands.activate(dialog.getByRole('button', { name: 'Copy key' }))
      await dialog.getByRole('button', { name: 'Copied' }).waitFor()
      copied = await readClipboard(page)
      await hands.activate(dialog.getByRole('button', { name: 'I have stored the key' }))
      await page.getByText('Rotation in progress').waitFor()
      expectSame('the answer to the new key', (await callModel(setup, copied)).status, 200)
    },
    async verify() {
      expectSame('the answer to the old key', (await callModel(setup, old.raw)).status, 200)
      const successor = await setup.database
        .selectFrom('api_keys')
        .select('rotated_from_id')
        .where('company_id', '=', companyId)
        .where('id', '!=', old.key.id)
        .executeTakeFirst()
      expectSame('the predecessor', successor?.rotated_from_id, old.key.id)
    },
  }
}
