// Bugs of the inbox of payment events, and of what it relies on.
import type { InboxDeps } from '@gatehouse/billing/billing-deps'
import type { ChargeFact } from '@gatehouse/billing/provider-fact'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { PlantedBug } from './planted-bug.ts'

export const inboxBugs = {
  'acknowledges-before-storing': {
    what: 'the webhook responds before the event is stored',
    openInbox: (inbox) => ({
      ...inbox,
      async receive(event) {
        inbox.receive(event).catch(() => undefined)
      },
    }),
  },
  'applies-without-transaction': {
    what: 'the effects of an event are committed one by one',
    inbox: (deps) => withTransactions(deps, (database) => (work) => work(database as unknown as Transaction)),
  },
  'repeats-applied-events': {
    what: 'neither the record of grants nor the ledger recognises a payment that was credited',
    tables(tables) {
      const post = tables.post.bind(tables)
      tables.post = (transfer) => {
        const businessKey: typeof transfer.businessKey = `${transfer.businessKey}:${tables.ledger.transfers.length}`
        return post(transfer.businessKey.startsWith('pack:') ? { ...transfer, businessKey } : transfer)
      }
      const { rows } = tables
      const definition = rows.definition.bind(rows)
      rows.definition = (table) =>
        table === 'paid_grants' ? { ...definition(table), unique: ['created_at'] } : definition(table)
    },
  },
  'credits-authorised-payments': {
    what: 'a payment that is still processing counts as paid',
    inbox: (deps) => ({
      ...deps,
      readFact(event) {
        const fact = deps.readFact(event)
        return fact?.kind === 'checkout' && fact.payment === 'processing'
          ? { ...fact, payment: 'paid' }
          : fact
      },
    }),
  },
  'adds-up-refunds': {
    what: 'the total of all refunds of a charge is taken for the amount of one refund',
    inbox(deps) {
      const totals = new Map<string, bigint>()
      return {
        ...deps,
        readFact(event) {
          const fact = deps.readFact(event)
          if (fact?.kind !== 'charge') return fact
          const refundedMinor = (totals.get(fact.chargeId) ?? 0n) + fact.refundedMinor
          totals.set(fact.chargeId, refundedMinor)
          return { ...fact, refundedMinor }
        },
      }
    },
  },
  'keeps-fetched-charges': {
    what: 'a charge is fetched from the provider once, so a later failed refund is settled with an old total',
    inbox(deps) {
      const charges = new Map<string, ChargeFact>()
      return {
        ...deps,
        provider: {
          ...deps.provider,
          async readCharge(chargeId) {
            const charge = charges.get(chargeId) ?? (await deps.provider.readCharge(chargeId))
            charges.set(chargeId, charge)
            return charge
          },
        },
      }
    },
  },
  'sweeps-one-page': {
    what: 'the sweep reads only the newest page of the list of events',
    inbox: (deps) => ({
      ...deps,
      provider: {
        ...deps.provider,
        listEvents: async (page) => ({ ...(await deps.provider.listEvents(page)), hasMore: false }),
      },
    }),
  },
  'never-retries': {
    what: 'an event that could not be applied, or waits for another one, is not tried again',
    openInbox: (inbox) => ({ ...inbox, retryDue: async () => 0 }),
  },
  'forgets-unfinished-events': {
    what: 'an event is recorded as applied before its effects are',
    inbox: (deps) =>
      withTransactions(deps, (database, execute) => async (work) => {
        const pending = database.updateTable('provider_events').set({ status: 'PROCESSED' })
        const statuses = ['RECEIVED', 'PARKED'] as const
        const result = await execute(work)
        await pending.where('status', 'in', [...statuses]).execute()
        return result
      }),
  },
} as const satisfies Record<string, PlantedBug>

type Execute = ReturnType<Database['transaction']>['execute']

/** Replaces how transactions are run on the connections of this process. */
function withTransactions(
  deps: InboxDeps,
  change: (database: Database, execute: Execute) => Execute,
): InboxDeps {
  const { database } = deps
  const begin = database.transaction.bind(database)
  const execute: Execute = (work) => begin().execute(work)
  return {
    ...deps,
    database: Object.assign(database, { transaction: () => ({ execute: change(database, execute) }) }),
  }
}
