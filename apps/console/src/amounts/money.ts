// Money of offers and invoices, in the major unit of its currency as the backend sends it.

/** €25.50 */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

/** The price of one credit, with as many places as it needs: €0.0245 */
export function formatUnitPrice(price: number, credits: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(price / credits)
}
