// The console in a real browser, over a real backend. All files of the worker share both: they start in seconds, and
// every test has its own users and its own browser profile.
import { randomFillSync } from 'node:crypto'
import { type TestBackend, startTestBackend } from '@gatehouse/backend/testing/start-test-backend'
import type { User } from '@gatehouse/identity/users'
import { createMailSeal } from '@gatehouse/mail/seal-mail'
import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { buildConsole } from '@gatehouse/testkit/build-console'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { addUser, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { type Browser, type BrowserContext, type Page, startBrowser } from '@gatehouse/testkit/start-browser'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { openProfile } from './open-profile.ts'
import { aiServiceSettings, startAiService } from './run-ai-process.ts'

export const password = 'a long enough password'

export type OpenConsole = {
  backend: TestBackend
  url: string
  /** The address that the pages have for the gateway; `openGateway` starts one there. */
  gatewayUrl: string
  browser: Browser
  /** The payment provider of the backend. */
  payments: StripeSim
  /** A new profile, logged in as the user if one is given. */
  newContext(user?: User): Promise<BrowserContext>
  /** Makes the login of the user too old for operations that need a recent one. */
  makeLoginOld(user: User | undefined): Promise<void>
  addCompanyUser(
    role?: 'ADMIN' | 'MEMBER',
    creditsMicros?: bigint,
  ): Promise<{ user: User; companyId: string }>
  /** Logs, monitoring and the generator need it. It runs until the end of the tests, with a database of its own. */
  startAiService(): Promise<void>
  /** The token of the last link that was mailed to the address. */
  mailedToken(recipient: string): Promise<string>
}

let opened: Promise<OpenConsole> | undefined

export function openConsole(): Promise<OpenConsole> {
  opened ??= open()
  return opened
}

async function open(): Promise<OpenConsole> {
  const directory = await buildConsole()
  const port = await findFreePort()
  const aiServicePort = await findFreePort()
  // Browsers allow passkeys only at a domain, and of those without a certificate only at this one.
  const url = `http://localhost:${port}`
  const payments = await startStripeSim()
  const { url: objectStoreUrl } = await startS3Sim()
  const gatewayUrl = `http://127.0.0.1:${await findFreePort()}/llm/v1`
  const [backend, browser] = await Promise.all([
    startTestBackend({
      ...aiServiceSettings(aiServicePort),
      PAYMENT_API_URL: payments.baseUrl,
      PAYMENT_API_KEY: payments.apiKey,
      CONSOLE_DIRECTORY: directory,
      CONSOLE_URL: url,
      OBJECT_STORE_URL: objectStoreUrl,
      PORT: String(port),
      PUBLIC_GATEWAY_URL: gatewayUrl,
    }),
    startBrowser(),
  ])
  const { database, postgres, resources } = backend
  payments.addEndpoint({
    url: `${backend.url}/payments/webhook`,
    secrets: [testPaymentSettings.PAYMENT_WEBHOOK_SECRETS],
    events: registeredEventTypes,
  })
  const seal = createMailSeal({
    secrets: namedSecrets('secret').parse(testMailSecrets),
    fillRandom: randomFillSync,
  })
  const mails = createMailStore({ postgres, ids: resources.ids, seal })
  let aiService: Promise<unknown> | undefined
  return {
    backend,
    url,
    gatewayUrl,
    browser,
    payments,
    async startAiService() {
      aiService ??= startAiService(aiServicePort)
      await aiService
    },
    newContext: (user) => openProfile({ browser, database, url }, user),
    async makeLoginOld(user) {
      await database
        .updateTable('login_sessions')
        .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
        .where('user_id', '=', user?.id ?? '')
        .execute()
    },
    async addCompanyUser(role = 'ADMIN', creditsMicros = 41_203_991n) {
      const companyId = await addCompany(database, creditsMicros)
      return { companyId, user: await addUser(database, { companyId, role, password }) }
    },
    async mailedToken(recipient) {
      let token: string | undefined
      await waitUntil(
        async () => {
          const mail = await database
            .selectFrom('mails')
            .select('id')
            .where('recipient', '=', recipient)
            .orderBy('id', 'desc')
            .executeTakeFirst()
          token = mail && /#(\S+)/.exec((await mails.readQueued(mail.id))?.text ?? '')?.[1]
          return token !== undefined
        },
        { withinMs: 10_000, what: `a mail to ${recipient}` },
      )
      return token ?? ''
    },
  }
}

export type { Page }
