import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { choosePort } from './choose-port.ts'

export type PaymentOptions = {
  /** The settings of the payment provider; a simulator takes its place where there are none. */
  payments: Record<string, string> | undefined
  print: (line: string) => void
}

export type DevelopmentPayments = {
  settings: Record<string, string>
  /** From here on its events are delivered. */
  announceBackend(url: string): void
}

const preferredPort = 8091
const signingSecret = 'whsec_development_only'

/** The payment provider that is configured, or a simulator with a page on which one can pay. */
export async function openPayments(
  { payments, print }: PaymentOptions,
  scope: AsyncDisposableStack,
): Promise<DevelopmentPayments> {
  if (payments) return { settings: payments, announceBackend: () => undefined }
  const { startStripeSim } = await import('@gatehouse/testkit/stripe-sim')
  const sim = scope.use(await startStripeSim({ port: await choosePort(preferredPort) }))
  print(`no payment provider is configured, so a simulator takes payments at ${sim.baseUrl}`)
  return {
    settings: {
      PAYMENT_API_KEY: sim.apiKey,
      PAYMENT_API_URL: sim.baseUrl,
      PAYMENT_WEBHOOK_SECRETS: signingSecret,
    },
    announceBackend(url) {
      const events = [...registeredEventTypes]
      sim.addEndpoint({ url: `${url}/payments/webhook`, secrets: [signingSecret], events })
    },
  }
}
