import { url } from '@gatehouse/runtime/config-fields'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

/** Settings of every process that uses the payment provider; spread into the app's own schema. */
export const billingSettings = {
  PAYMENT_API_KEY: z.string().transform((text) => new Secret(text)),
  PAYMENT_API_URL: url('http', 'https').optional(),
  // Required: with an empty secret anyone could sign an event.
  PAYMENT_WEBHOOK_SECRETS: z.string().transform((text, context) => {
    const secrets = text.split(',').map((secret) => secret.trim())
    if (secrets.length > 2 || secrets.some((secret) => secret.length < 16)) {
      const message =
        'must be one signing secret, or two separated by a comma; each has at least 16 characters'
      context.addIssue({ code: 'custom', message })
    }
    return secrets.map((secret) => new Secret(secret))
  }),
  CONSOLE_URL: url('http', 'https').optional(),
}

type Environment = {
  PAYMENT_API_KEY: Secret
  PAYMENT_API_URL?: string | undefined
  PAYMENT_WEBHOOK_SECRETS: readonly Secret[]
  CONSOLE_URL?: string | undefined
}

export type BillingSettings = ReturnType<typeof groupBillingSettings>

export function groupBillingSettings(environment: Environment) {
  return {
    apiKey: environment.PAYMENT_API_KEY,
    apiUrl: environment.PAYMENT_API_URL,
    signingSecrets: environment.PAYMENT_WEBHOOK_SECRETS,
    consoleUrl: toConsoleUrl(environment.CONSOLE_URL),
  }
}

/** The base URL of the console, without a trailing slash. By default the backend of this machine, which serves it. */
export function toConsoleUrl(setting: string | undefined): string {
  return (setting ?? 'http://127.0.0.1:8081').replace(/\/$/, '')
}
