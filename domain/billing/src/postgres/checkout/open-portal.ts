import type { CheckoutDeps } from './checkout-deps.ts'
import { ensureCustomer } from './ensure-customer.ts'

/** The provider's own pages for cards, invoices and cancellation. */
export async function openPortal(deps: CheckoutDeps, companyId: string): Promise<{ url: string }> {
  return deps.provider.createPortal({
    customerId: await ensureCustomer(deps, companyId),
    returnUrl: deps.portalReturnUrl,
  })
}
