/** For a backend under test that makes no payment calls: no server listens at the provider's address. */
export const testPaymentSettings = {
  PAYMENT_API_KEY: 'sk_test_sim',
  PAYMENT_API_URL: 'http://127.0.0.1:9',
  PAYMENT_WEBHOOK_SECRETS: 'whsec_test_0123456789',
}
