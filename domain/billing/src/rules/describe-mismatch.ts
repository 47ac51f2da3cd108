type Offered = { price_minor: bigint; currency: string }
type Paid = { amountMinor: bigint | null; currency: string | null }

/**
 * Describes how a payment differs from the offer; null if it does not. Even if it differs, the credits are granted as
 * offered, and a person settles the difference with the company.
 */
export function describeMismatch(offered: Offered, { amountMinor, currency }: Paid): string | null {
  const isSame = amountMinor === offered.price_minor && currency === offered.currency
  if (isSame || amountMinor === null) return null
  return `offered ${offered.price_minor} ${offered.currency}, paid ${amountMinor} ${currency ?? '?'}`
}
