import type { SubscriptionRow } from '@gatehouse/billing/company-billing'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const subscriptionStatusType = enumeration('SubscriptionStatus', 'The state of a subscription.', [
  'INCOMPLETE',
  'TRIALING',
  'ACTIVE',
  'PAST_DUE',
  'UNPAID',
  'PAUSED',
  'CANCELED',
])

export const subscriptionType = defineObject<SubscriptionRow>(
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
