import { randomUUID } from 'node:crypto'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { choosePort } from './choose-port.ts'

export type PaymentOptions = {
  /** Settings of the payment provider; undefined to use a simulator. */
  payments: Record<string, string> | undefined
  /** File in which the simulator stores its account. */
  paymentsFile: string
}

export type DevelopmentPayments = {
  settings: Record<string, string>
  /** Undefined if a payment provider is configured. */
  simulator: { apiKey: string; apiUrl: string } | undefined
  /** Registers the webhook; events are delivered from then on. */
  announceBackend(url: string): void
}

const preferredPort = 8091
const signingSecret = 'whsec_development_only'

/** Uses the configured payment provider, or starts a simulator with a payment page. */
export async function openPayments(
  { payments, paymentsFile }: PaymentOptions,
  scope: AsyncDisposableStack,
): Promise<DevelopmentPayments> {
  if (payments) return { settings: payments, simulator: undefined, announceBackend: () => undefined }
  const { startStripeSim } = await import('@gatehouse/testkit/start-stripe-sim')
  const { keepAccountInFile } = await import('@gatehouse/testkit/account-file')
  // A new seed per run: the backend remembers the ids of the last run, so they must not repeat.
  const sim = scope.use(
    await startStripeSim({ port: await choosePort(preferredPort, scope), seed: randomUUID() }),
  )
  scope.use(keepAccountInFile(sim.account, paymentsFile))
  return {
    settings: {
      PAYMENT_API_KEY: sim.apiKey,
      PAYMENT_API_URL: sim.baseUrl,
      PAYMENT_WEBHOOK_SECRETS: signingSecret,
    },
    simulator: { apiKey: sim.apiKey, apiUrl: sim.baseUrl },
    announceBackend(url) {
      const events = [...registeredEventTypes]
      sim.addEndpoint({ url: `${url}/payments/webhook`, secrets: [signingSecret], events })
    },
  }
}
