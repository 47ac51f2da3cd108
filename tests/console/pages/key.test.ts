import { randomUUID } from 'node:crypto'
import { seedCall } from '@gatehouse/backend/testing/seed-company'
import { seedRefusal } from '@gatehouse/backend/testing/seed-refusal'
import type { User } from '@gatehouse/identity/users'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'

const hourMs = 3_600_000

/** The company and the key of each user, which `show` needs to open its page. */
const keys = new Map<string, { companyId: string; keyId: string; user: User }>()
let last = ''

async function adminWithKey({ backend, addCompanyUser }: OpenConsole, role: 'ADMIN' | 'MEMBER' = 'ADMIN') {
  const { user, companyId } = await addCompanyUser(role)
  const { key } = await addKey(backend.database, {
    companyId,
    name: 'ats-sync',
    rpmLimit: 300,
    tpmLimit: 200_000,
    monthlyCreditCapMicros: 5_000_000n,
    createdBy: user.id,
  })
  last = user.id
  keys.set(user.id, { companyId, keyId: key.id, user })
  return user
}

async function adminWithUsedKey(opened: OpenConsole) {
  const user = await adminWithKey(opened)
  const { companyId, keyId } = current()
  const { database, postgres, resources } = opened.backend
  const usage = { promptTokens: 1_200, cachedTokens: 0, completionTokens: 500 }
  for (const chargedMicros of [1_020_031n, 3_000_000n]) {
    const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros } as const
    await seedCall(postgres, { companyId, keyId, end, heldMicros: chargedMicros })
  }
  await setLastUsed(opened, keyId, new Date(Date.now() - hourMs))
  await seedRefusal(resources.redis, { companyId, keyId })
  await change(opened, 'updateApiKey', 'input: { rpmLimit: 120 }')
  await addAliases(database, 'http://127.0.0.1:1/v1')
  return user
}

const current = () => keys.get(last) ?? { companyId: '', keyId: '', user: undefined }

async function setLastUsed({ backend }: OpenConsole, keyId: string, at: Date): Promise<void> {
  await backend.database.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute()
}

async function change({ backend }: OpenConsole, mutation: string, input = ''): Promise<void> {
  const { companyId, keyId, user } = current()
  const { errors } = await backend.ask(
    `mutation ($companyId: ID!, $keyId: ID!) {
      ${mutation}(companyId: $companyId, keyId: $keyId ${input}) { __typename } }`,
    { ...(user && { user }), variables: { companyId, keyId } },
  )
  expect(errors).toBeUndefined()
}

async function open(page: Page, search = '', keyId = current().keyId): Promise<void> {
  await page.goto(`/c/${current().companyId}/profile/api-keys/${keyId}${search}`)
}

test.each<StateRow>([
  {
    state: 'ready',
    as: adminWithUsedKey,
    async show(page) {
      await open(page)
      await page.getByRole('heading', { level: 1, name: 'ats-sync' }).waitFor()
      await page.getByText('4.020031 credits for 2 calls, 0 failed').waitFor()
      await page.getByText('The company has 0.420000 credits.').waitFor()
      await page.getByText('calls per minute: 300 → 120').waitFor()
    },
  },
  {
    state: 'unused',
    as: adminWithKey,
    async show(page) {
      await open(page, '?period=48h')
      await page.getByText('No calls in this period').waitFor()
      await page.getByText('No refused requests').waitFor()
    },
  },
  {
    state: 'edit',
    as: adminWithUsedKey,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Edit settings' }).click()
      await page.getByLabel('Calls per minute').waitFor()
    },
  },
  {
    state: 'editRefused',
    as: adminWithKey,
    async show(page) {
      await open(page, '?dialog=edit')
      await page.getByLabel('Calls per minute').fill('999999')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your plan allows a key at most').waitFor()
    },
  },
  {
    state: 'rotate',
    as: adminWithKey,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Rotate' }).click()
      await page.getByText('Put it into your programs').waitFor()
    },
  },
  {
    state: 'rotating',
    as: adminWithUsedKey,
    async show(page, opened) {
      await change(opened, 'rotateApiKey')
      await open(page)
      await page.getByText('Put the new key into your programs.').waitFor()
    },
  },
  {
    state: 'revoke',
    as: adminWithUsedKey,
    async show(page) {
      await open(page)
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog', { name: 'Revoke ats-sync?' }).getByText('4.020031').waitFor()
    },
  },
  {
    state: 'revoked',
    as: adminWithUsedKey,
    async show(page, opened) {
      await open(page, '?dialog=revoke')
      await page.getByRole('button', { name: 'Revoke the key' }).click()
      await page.getByText('No request with it has arrived since').waitFor()
      const { companyId, keyId } = current()
      const refused = {
        status: 401,
        code: 'INVALID_API_KEY',
        rule: 'key_revoked',
        message: 'The key is revoked.',
      }
      await seedRefusal(opened.backend.resources.redis, { companyId, keyId, ...refused })
      await page.getByText(/was refused \d+\.?\d* seconds after the revocation/).waitFor()
    },
  },
  {
    state: 'expired',
    as: adminWithKey,
    async show(page, { backend }) {
      const expired = {
        expires_at: new Date(Date.now() - hourMs),
        created_at: new Date(Date.now() - 2 * hourMs),
      }
      await backend.database.updateTable('api_keys').set(expired).where('id', '=', current().keyId).execute()
      await open(page)
      await page.getByText('This key has expired').waitFor()
    },
  },
  {
    state: 'missing',
    as: adminWithKey,
    async show(page) {
      await open(page, '', randomUUID())
      await page.getByRole('alert').getByText('Not found').waitFor()
    },
  },
  {
    state: 'member',
    as: (opened) => adminWithKey(opened, 'MEMBER'),
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: adminWithKey,
    async show(page) {
      await makeUnavailable(page, 'ApiKeyDetail')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('key: $state', (row) => expectState('key', row))

test('a rotation ends when the old key was quiet for a day and is revoked', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await adminWithUsedKey(opened))
  const page = await context.newPage()
  await open(page, '?dialog=rotate')
  await page.getByRole('button', { name: 'Create the new key' }).click()
  await page.getByRole('button', { name: 'I have stored the key' }).click()
  await page.getByText('Put the new key into your programs.').waitFor()
  const { companyId, keyId } = current()
  const successor = await opened.backend.database
    .selectFrom('api_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .where('rotated_from_id', '=', keyId)
    .executeTakeFirstOrThrow()
  await setLastUsed(opened, successor.id, new Date())
  await setLastUsed(opened, keyId, new Date(Date.now() - 25 * hourMs))
  await open(page, '', successor.id)
  await page.getByText('The old key has not been used for a day.').waitFor()
  await page.getByRole('link', { name: 'Revoke the old key' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('This key is revoked').waitFor()
  expect(await page.getByText('Rotation in progress').count()).toBe(0)
})

test('the dialog to revoke the old key, opened on the page of its successor, never names the successor', async () => {
  const opened = await openConsole()
  await using context = await opened.newContext(await adminWithUsedKey(opened))
  await change(opened, 'rotateApiKey')
  const { companyId, keyId } = current()
  const { database } = opened.backend
  const successor = await database
    .updateTable('api_keys')
    .set({ name: 'the successor' })
    .where('rotated_from_id', '=', keyId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await context.newPage()
  await open(page, '', successor.id)
  await page.getByRole('heading', { level: 1, name: 'the successor' }).waitFor()
  // The answer about the old key comes only after the page has been looked at.
  const answer = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if ((route.request().postData() ?? '').includes(`"keyId":"${keyId}"`)) await answer.promise
    return route.fallback()
  })
  await page.getByRole('link', { name: 'Revoke the old key' }).click()
  await page.waitForURL(`**/c/${companyId}/profile/api-keys/${keyId}?dialog=revoke`)
  await page.getByRole('heading', { level: 1, name: 'API key' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('main').textContent()).not.toContain('the successor')
  answer.resolve()
  await page.getByRole('dialog', { name: 'Revoke ats-sync?' }).waitFor()
})
