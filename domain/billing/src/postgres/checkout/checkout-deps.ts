import type { CatalogDeps } from '../catalog/catalog-deps.ts'

export type CheckoutDeps = CatalogDeps & {
  /** Where the provider's page sends the buyer afterwards. */
  returnUrls: (reference: string) => { successUrl: string; cancelUrl: string }
  portalReturnUrl: string
}
