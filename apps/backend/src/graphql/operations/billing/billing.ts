import {
  type InvoiceRow,
  type PurchaseRow,
  type SubscriptionRow,
  findPurchase,
  findSubscription,
  listInvoices,
  listPurchases,
} from '@gatehouse/billing/company-billing'
import {
  type StaleSelection,
  type StaleSubscription,
  deactivateStaleSubscriptions,
} from '@gatehouse/billing/deactivate-stale'
import { fromMinorUnits } from '@gatehouse/billing/money'
import { type PostpaidTerms, setPostpaidTerms } from '@gatehouse/billing/set-postpaid-terms'
import {
  type StartedCheckout,
  openPortal,
  startPackCheckout,
  startPlanCheckout,
} from '@gatehouse/billing/start-checkout'
import { formatCredits } from '@gatehouse/credits/credit'
import { requireUser } from '../../access/authorise.ts'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, listInput, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const subscriptionStatusType = enumeration('SubscriptionStatus', 'The state of a subscription.', [
  'INCOMPLETE',
  'TRIALING',
  'ACTIVE',
  'PAST_DUE',
  'UNPAID',
  'PAUSED',
  'CANCELED',
])

const subscriptionType = defineObject<SubscriptionRow>(
  'PlanSubscription',
  'A company’s subscription to a plan. Not named Subscription, because that is the GraphQL root type.',
  {
    id: field(shapes.id, (subscription) => subscription.id),
    planId: field(optional(shapes.id), (subscription) => subscription.plan_id),
    status: field(subscriptionStatusType, (subscription) => subscription.status),
    isActive: field(shapes.boolean, (subscription) => subscription.is_active),
    endDate: field(optional(shapes.time), (subscription) => subscription.end_date),
    currentPeriodEnd: field(optional(shapes.time), (subscription) => subscription.current_period_end),
    trialEnd: field(optional(shapes.time), (subscription) => subscription.trial_end),
    cancelAtPeriodEnd: field(shapes.boolean, (subscription) => subscription.cancel_at_period_end),
    providerSubscriptionId: field(shapes.string, (subscription) => subscription.provider_subscription_id),
    updatedAt: field(shapes.time, (subscription) => subscription.updated_at),
  },
)

const invoiceStatusType = enumeration('InvoiceStatus', 'The state of an invoice.', [
  'DRAFT',
  'OPEN',
  'PAID',
  'VOID',
  'UNCOLLECTIBLE',
])

const invoiceType = defineObject<InvoiceRow>('Invoice', 'An amount that a company owes or has paid.', {
  id: field(shapes.id, (invoice) => invoice.id),
  status: field(invoiceStatusType, (invoice) => invoice.status),
  number: field(optional(shapes.string), (invoice) => invoice.number),
  currency: field(shapes.string, (invoice) => invoice.currency),
  total: field(shapes.float, (invoice) => fromMinorUnits(invoice.total_minor, invoice.currency)),
  amountPaid: field(shapes.float, (invoice) => fromMinorUnits(invoice.amount_paid_minor, invoice.currency)),
  dueAt: field(optional(shapes.time), (invoice) => invoice.due_at),
  paidAt: field(optional(shapes.time), (invoice) => invoice.paid_at),
  isActionRequired: field(shapes.boolean, (invoice) => invoice.is_action_required),
  hostedInvoiceUrl: field(optional(shapes.string), (invoice) => invoice.hosted_invoice_url),
  invoicePdfUrl: field(optional(shapes.string), (invoice) => invoice.invoice_pdf_url),
  purchaseId: field(optional(shapes.id), (invoice) => invoice.purchase_id),
  createdAt: field(shapes.time, (invoice) => invoice.created_at),
})

const invoicePageType = definePage('InvoiceConnection', 'A page of invoices.', invoiceType)

const purchaseStatusType = enumeration('CreditPackPurchaseStatus', 'The outcome of a checkout.', [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
])

const purchaseType = defineObject<PurchaseRow>(
  'CreditPackPurchase',
  'A checkout of a pack, with the terms that were offered.',
  {
    id: field(shapes.id, (purchase) => purchase.id),
    packId: field(shapes.id, (purchase) => purchase.pack_id),
    status: field(purchaseStatusType, (purchase) => purchase.status),
    credits: field(shapes.string, (purchase) => formatCredits(purchase.credits_micros)),
    price: field(shapes.float, (purchase) => fromMinorUnits(purchase.price_minor, purchase.currency)),
    currency: field(shapes.string, (purchase) => purchase.currency),
    isPaymentProcessing: field(
      shapes.boolean,
      (purchase) => purchase.status === 'PENDING' && purchase.is_awaiting_payment,
    ),
    completedAt: field(optional(shapes.time), (purchase) => purchase.completed_at),
    createdAt: field(shapes.time, (purchase) => purchase.created_at),
  },
)

const purchasePageType = definePage('CreditPackPurchaseConnection', 'A page of purchases.', purchaseType)

const checkoutType = defineObject<StartedCheckout>('CheckoutSession', 'A payment page.', {
  sessionId: field(shapes.string, (started) => started.sessionId),
  url: field(shapes.string, (started) => started.url),
  purchaseId: field(optional(shapes.id), (started) => started.purchaseId),
})

const portalType = defineObject<{ url: string }>('BillingPortal', 'The payment provider’s own pages.', {
  url: field(shapes.string, (portal) => portal.url),
})

const termsType = defineObject<PostpaidTerms>(
  'PostpaidTerms',
  'How the usage of a postpaid company is billed.',
  {
    companyId: field(shapes.id, (terms) => terms.companyId),
    planId: field(shapes.id, (terms) => terms.planId),
    daysUntilDue: field(shapes.int, (terms) => terms.daysUntilDue),
  },
)

const staleType = defineObject<StaleSubscription>(
  'StaleSubscription',
  'A subscription that the payment provider no longer reports.',
  {
    id: field(shapes.id, (stale) => stale.id),
    companyId: field(shapes.id, (stale) => stale.companyId),
    providerSubscriptionId: field(shapes.string, (stale) => stale.providerSubscriptionId),
    lastSeenAt: field(shapes.time, (stale) => stale.lastSeenAt),
  },
)

export const billingOperations: readonly Operation[] = [
  defineQuery({
    name: 'subscription',
    description: 'The active subscription of the company, or else its most recent one.',
    inputs: { companyId: inputs.id },
    returns: optional(subscriptionType),
    resolve: async ({ deps }, { companyId }) =>
      (await findSubscription(deps.databases.of(companyId), companyId)) ?? null,
  }),
  defineQuery({
    name: 'invoices',
    description: 'The invoices of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: invoicePageType,
    cost: 20,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listInvoices(deps.databases.of(companyId), companyId, wanted)),
  }),
  defineQuery({
    name: 'purchases',
    description: 'The pack checkouts of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: purchasePageType,
    cost: 20,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listPurchases(deps.databases.of(companyId), companyId, wanted)),
  }),
  defineQuery({
    name: 'purchase',
    description:
      'The pack checkout with this reference, which is the id of the purchase and part of the address to which the payment page returns.',
    inputs: { companyId: inputs.id, reference: inputs.id },
    returns: purchaseType,
    async resolve({ deps }, { companyId, reference }) {
      const purchase = await findPurchase(deps.databases.of(companyId), { companyId, purchaseId: reference })
      if (!purchase) throw unknownId()
      return purchase
    },
  }),
  defineMutation({
    name: 'createCheckoutSession',
    description:
      'Opens the payment provider’s page for a pack or a plan: give exactly one of the two ids. A company that has a plan changes it in the billing portal; a checkout for a second plan is refused.',
    inputs: {
      companyId: inputs.id,
      packId: optionalInput(inputs.id),
      planId: optionalInput(inputs.id),
    },
    returns: checkoutType,
    cost: 50,
    async resolve({ deps, viewer }, { companyId, packId, planId }) {
      const buyer = { companyId, userId: (await requireUser(viewer)).id }
      const { checkout } = deps.billing
      if (packId !== null && planId === null) return startPackCheckout(checkout, packId, buyer)
      if (planId !== null && packId === null) return startPlanCheckout(checkout, planId, buyer)
      throw badRequest('Give either packId or planId.', 'packId')
    },
  }),
  defineMutation({
    name: 'billingPortal',
    description:
      'Opens the payment provider’s pages for cards, invoices and cancellation. The link is valid for a few minutes.',
    inputs: { companyId: inputs.id },
    returns: portalType,
    cost: 50,
    resolve: ({ deps }, { companyId }) => openPortal(deps.billing.checkout, companyId),
  }),
  defineMutation({
    name: 'setPostpaidTerms',
    description:
      'Sets the plan by which a postpaid company’s usage is billed each month. The plan’s price for its credits is the rate.',
    inputs: { companyId: inputs.id, planId: inputs.id, daysUntilDue: inputs.int },
    returns: termsType,
    resolve: async (context, terms) => setPostpaidTerms(context.deps, terms, await auditActor(context)),
  }),
  defineMutation({
    name: 'deactivateStaleSubscriptions',
    description:
      'Ends subscriptions that the payment provider no longer reports. Only lists them unless dryRun is false. notSeenSince must not be in the future.',
    inputs: {
      ids: optionalInput(listInput(inputs.id)),
      notSeenSince: optionalInput(inputs.time),
      dryRun: optionalInput(inputs.boolean),
    },
    returns: listOf(staleType),
    cost: 50,
    async resolve(context, { ids, notSeenSince, dryRun }) {
      const by = await auditActor(context)
      const options = { isDryRun: dryRun ?? true, by }
      return deactivateStaleSubscriptions(context.deps, readSelection(ids, notSeenSince), options)
    },
  }),
]

function readSelection(ids: readonly string[] | null, notSeenSince: Date | null): StaleSelection {
  if (ids !== null && notSeenSince === null) return { ids }
  if (notSeenSince !== null && ids === null) return { notSeenSince }
  throw badRequest('Give either ids or notSeenSince.', 'ids')
}
