import {
  type StaleSelection,
  type StaleSubscription,
  deactivateStaleSubscriptions,
} from '@gatehouse/billing/deactivate-stale'
import { UsageError, parseOptions } from '../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { readId, readTime } from '../option-values.ts'

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
    return async ({ terminal, by, ...deps }) => {
      const stale = await deactivateStaleSubscriptions(deps, selection, { isDryRun, by })
      const missing =
        'ids' in selection ? selection.ids.filter((id) => !stale.some((one) => one.id === id)) : []
      const lines = [
        ...stale.map(describeSubscription),
        ...missing.map((id) => `${id} is not an active subscription`),
        isDryRun
          ? `${stale.length} subscriptions would be ended; repeat with --apply to end them`
          : `${stale.length} subscriptions were ended`,
      ]
      for (const line of lines) terminal.print(line)
      return missing.length === 0 ? 0 : 1
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
  const notSeenSince = readTime('--not-seen-since', since ?? '')
  if (!notSeenSince) throw new UsageError('--not-seen-since must be a time, such as 2026-01-31')
  return { notSeenSince }
}

function describeSubscription(subscription: StaleSubscription): string {
  const { id, companyId, providerSubscriptionId, lastSeenAt } = subscription
  return `${id} of company ${companyId} (${providerSubscriptionId}), last seen ${lastSeenAt.toISOString()}`
}
