const secret = 'a-secret-that-only-the-tests-know-of'

/** A caller of the AI service's internal routes: the service's setting, and the token that the caller sends. */
export const testInternalCaller = {
  secret,
  settings: { INTERNAL_CALLERS: `tests/rooms+generator+monitoring:${secret}` },
  headers: { authorization: `Bearer ${secret}` },
} as const

/** For a backend under test that makes no payment calls: no server listens at the provider's address. */
export const testPaymentSettings = {
  PAYMENT_API_KEY: 'sk_test_sim',
  PAYMENT_API_URL: 'http://127.0.0.1:9',
  PAYMENT_WEBHOOK_SECRETS: 'whsec_test_0123456789',
}
