import {
  type StaleSelection,
  type StaleSubscription,
  deactivateStaleSubscriptions,
} from '@gatehouse/billing/deactivate-stale'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readId } from '../option-values.ts'

const options = {
  id: { type: 'string', multiple: true },
  'not-seen-since': { type: 'string' },
  apply: { type: 'boolean' },
} as const

const deactivateStale: Subcommand<GroupContext> = {
  usage: 'subscriptions deactivate-stale (--id ID … | --not-seen-since DATE) [--apply]',
  parse(args) {
    const { values } = parseOptions(args, { options })
    const selection = readSelection(values.id, values['not-seen-since'])
    const isDryRun = !(values.apply ?? false)
    return async ({ databases, ids, by }) => {
      const stale = await deactivateStaleSubscriptions({ databases, ids }, selection, { isDryRun, by })
      return [
        ...stale.map(describeSubscription),
        isDryRun
          ? `${stale.length} subscriptions would be ended; repeat with --apply to end them`
          : `${stale.length} subscriptions were ended`,
      ]
    }
  },
}

export const subscriptionsCommand = defineGroup({
  name: 'subscriptions',
  summary:
    'ends subscriptions that the payment provider no longer reports; without --apply it only lists them',
  open: (context) => context,
  subcommands: { 'deactivate-stale': deactivateStale },
})

function readSelection(ids: readonly string[] | undefined, since: string | undefined): StaleSelection {
  if ((ids === undefined) === (since === undefined))
    throw new UsageError('give either --id or --not-seen-since')
  if (ids !== undefined) return { ids: ids.map((id) => readId('--id', id)) }
  const notSeenSince = new Date(since ?? '')
  if (Number.isNaN(notSeenSince.getTime()))
    throw new UsageError('--not-seen-since must be a date, such as 2026-01-31')
  return { notSeenSince }
}

function describeSubscription(subscription: StaleSubscription): string {
  const { id, companyId, providerSubscriptionId, lastSeenAt } = subscription
  return `${id} of company ${companyId} (${providerSubscriptionId}), last seen ${lastSeenAt.toISOString()}`
}
