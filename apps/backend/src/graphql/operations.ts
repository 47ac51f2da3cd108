// Every GraphQL operation of the backend. To add one: CONTRIBUTING.md, "Add a GraphQL operation".
import { adjustCredits } from './operations/billing/adjust-credits.ts'
import { billingPortal } from './operations/billing/billing-portal.ts'
import { createCheckoutSession } from './operations/billing/create-checkout-session.ts'
import { creditBalance } from './operations/billing/credit-balance.ts'
import { creditTransactions } from './operations/billing/credit-transactions.ts'
import { deactivateStaleSubscriptions } from './operations/billing/deactivate-stale-subscriptions.ts'
import { invoices } from './operations/billing/invoices.ts'
import { purchases } from './operations/billing/purchases.ts'
import { subscription } from './operations/billing/subscription.ts'
import { allPlans } from './operations/offers/all-plans.ts'
import { archiveCreditPack } from './operations/offers/archive-credit-pack.ts'
import { createCreditPack } from './operations/offers/create-credit-pack.ts'
import { createPlan } from './operations/offers/create-plan.ts'
import { creditPacks } from './operations/offers/credit-packs.ts'
import { plans } from './operations/offers/plans.ts'
import { setPlanActive } from './operations/offers/set-plan-active.ts'
import { syncAllPlansProviderPricing } from './operations/offers/sync-all-plans-provider-pricing.ts'
import { dryRunProviderEvent } from './operations/provider-events/dry-run-provider-event.ts'
import { providerEvents } from './operations/provider-events/provider-events.ts'
import { replayProviderEvent } from './operations/provider-events/replay-provider-event.ts'
import { company } from './operations/companies/company.ts'
import { login } from './operations/identity/login.ts'
import { logout } from './operations/identity/logout.ts'
import { members } from './operations/identity/members.ts'
import { memberships } from './operations/identity/memberships.ts'
import { refresh } from './operations/identity/refresh.ts'
import { whoAmI } from './operations/identity/who-am-i.ts'
import { apiKeys } from './operations/keys/api-keys.ts'
import { createApiKey } from './operations/keys/create-api-key.ts'
import { revokeApiKey } from './operations/keys/revoke-api-key.ts'
import { rotateApiKey } from './operations/keys/rotate-api-key.ts'
import { logStream } from './operations/logs/log-stream.ts'
import type { Operation } from './schema/define-operation.ts'

export const operations: readonly Operation[] = [
  adjustCredits,
  allPlans,
  apiKeys,
  archiveCreditPack,
  billingPortal,
  company,
  createApiKey,
  createCheckoutSession,
  createCreditPack,
  createPlan,
  creditBalance,
  creditPacks,
  creditTransactions,
  deactivateStaleSubscriptions,
  dryRunProviderEvent,
  invoices,
  login,
  logStream,
  logout,
  members,
  memberships,
  plans,
  providerEvents,
  purchases,
  refresh,
  replayProviderEvent,
  revokeApiKey,
  rotateApiKey,
  setPlanActive,
  subscription,
  syncAllPlansProviderPricing,
  whoAmI,
]
