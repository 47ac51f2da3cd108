import { randomUUID } from 'node:crypto'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { choosePort } from './choose-port.ts'

export type PaymentOptions = {
  /** The settings of the payment provider; a simulator takes its place where there are none. */
  payments: Record<string, string> | undefined
  /** The file in which the simulator keeps its account. */
  paymentsFile: string
}

export type DevelopmentPayments = {
  settings: Record<string, string>
  /** Undefined where a payment provider is configured. */
  simulator: { apiKey: string; apiUrl: string } | undefined
  /** From here on its events are delivered. */
  announceBackend(url: string): void
}

const preferredPort = 8091
const signingSecret = 'whsec_development_only'

/** The payment provider that is configured, or a simulator with a page on which one can pay. */
export async function openPayments(
  { payments, paymentsFile }: PaymentOptions,
  scope: AsyncDisposableStack,
): Promise<DevelopmentPayments> {
  if (payments) return { settings: payments, simulator: undefined, announceBackend: () => undefined }
  const { startStripeSim } = await import('@gatehouse/testkit/stripe-sim')
  const { keepAccountInFile } = await import('@gatehouse/testkit/stripe-account-file')
  // Ids that were given before must not come again: the backend knows them from the last run.
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
