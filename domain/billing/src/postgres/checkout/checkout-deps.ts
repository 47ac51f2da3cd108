import type { CatalogDeps } from '../catalog/catalog-deps.ts'

export type CheckoutDeps = CatalogDeps & {
  /** Where the provider's page leads when it is left. */
  returnUrls: (reference: string) => { successUrl: string; cancelUrl: string }
  portalReturnUrl: string
}
