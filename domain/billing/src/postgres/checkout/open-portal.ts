import type { CheckoutDeps } from './checkout-deps.ts'
import { ensureCustomer } from './ensure-customer.ts'

/** Opens the provider's own pages for payment methods, invoices and cancellation. */
export async function openPortal(deps: CheckoutDeps, companyId: string): Promise<{ url: string }> {
  return deps.provider.createPortal({
    customerId: await ensureCustomer(deps, companyId),
    returnUrl: deps.portalReturnUrl,
  })
}
