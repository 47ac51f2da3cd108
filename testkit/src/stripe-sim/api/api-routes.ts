import type { ApiRoute } from '../wire/api-route.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { priceRoutes } from './price-routes.ts'
import { productRoutes } from './product-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

export const apiRoutes: readonly ApiRoute[] = [
  ...checkoutRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...subscriptionRoutes,
]
