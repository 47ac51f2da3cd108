// Bugs of the database's functions, and of what the product asks them for.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { Tables } from '../servers/tables.ts'
import type { PlantedBug } from './planted-bug.ts'

export const ledgerBugs = {
  'settles-known-calls-again': {
    what: 'the ledger does not check whether a call is already closed',
    tables(tables) {
      wrap(tables, 'settle', (settle) => (calls, marks) => {
        for (const { id } of calls) tables.ledger.callById.delete(id)
        return settle(calls, marks)
      })
    },
  },
  'spends-expired-lots': {
    what: 'lots expire only when a job sweeps them, not when credits are spent',
    tables(tables) {
      wrap(tables, 'settle', (settle) => (calls, marks) => {
        const { nowMs } = tables
        tables.nowMs = nowMs - 86_400_000
        const outcome = settle(calls, marks)
        tables.nowMs = nowMs
        return outcome
      })
    },
  },
  'grant-ignores-debt': {
    what: 'new credits do not pay the debt first',
    tables(tables) {
      wrap(tables, 'post', (post) => (transfer) => {
        const posted = post(transfer)
        const lot = tables.ledger.accounts.get(transfer.owner.id)?.lots.at(-1)
        if (posted.isNew && transfer.kind === 'grant' && lot) lot.remainingMicros = lot.grantedMicros
        return posted
      })
    },
  },
  'grant-without-business-key': {
    what: 'a grant that is delivered twice is granted twice',
    tables(tables) {
      wrap(tables, 'post', (post) => (transfer) => {
        const isEvent = transfer.kind === 'grant' && transfer.businessKey.startsWith('sub:')
        const businessKey: typeof transfer.businessKey = `${transfer.businessKey}${tables.ledger.transfers.length}`
        return post(isEvent ? { ...transfer, businessKey } : transfer)
      })
    },
  },
  'refund-takes-too-much': {
    what: 'a refund removes one micro-credit too much',
    tables(tables) {
      wrap(tables, 'post', (post) => (transfer) => {
        const isRefund = transfer.kind === 'removal' && transfer.type === 'REFUND'
        return post(isRefund ? { ...transfer, amountMicros: transfer.amountMicros + 1n } : transfer)
      })
    },
  },
  'returns-charges-twice': {
    what: 'a charge is returned by the process and again by the reaper',
    tables(tables) {
      wrap(
        tables,
        'returnCharge',
        (returnCharge) => (charge, reason) =>
          returnCharge({ ...charge, chargedMicros: 2n * charge.chargedMicros }, reason),
      )
    },
  },
  'keeps-answers-of-returned-charges': {
    what: 'a retry gets the answer of a call whose charge was returned',
    tables(tables) {
      tables.answers.dropAnswer = () => undefined
    },
  },
  'returns-charges-of-replayed-answers': {
    what: 'a retry that gets a stored answer does not record that it is delivered',
    tables(tables) {
      tables.markReplayed = () => undefined
      tables.answers.recordReplay = () => undefined
    },
  },
  'ignores-idempotency-keys': {
    what: 'a retry runs although the first call was charged',
    tables(tables) {
      const { answers } = tables
      const claim = answers.claim.bind(answers)
      answers.claim = (asked) => claim(asked, Number.POSITIVE_INFINITY)
      const known = new Set<string>()
      wrap(tables, 'settle', (settle) => (calls, marks) => {
        for (const { id } of calls) known.add(id)
        return settle(calls.map(withoutAnswer), marks)
      })
    },
  },
  'settles-without-marks': {
    what: 'a charge does not record that its answer is not delivered yet',
    tables(tables) {
      tables.writeMarks = () => undefined
    },
  },
  'charges-do-not-count-in-budgets': {
    what: 'the sums of charges by day are written late',
    tables(tables) {
      wrap(tables, 'settle', (settle) => (calls, marks) => {
        const outcome = settle(calls, marks)
        for (const rollup of tables.ledger.rollups.values()) rollup.chargedMicros = 0n
        return outcome
      })
    },
  },
} as const satisfies Record<string, PlantedBug>

type Method = 'settle' | 'post' | 'returnCharge'

function wrap<Name extends Method>(
  tables: Tables,
  name: Name,
  change: (method: Tables[Name]) => Tables[Name],
): void {
  const method = tables[name].bind(tables) as Tables[Name]
  tables[name] = change(method)
}

function withoutAnswer({ answer: _answer, ...call }: FinishedCall): FinishedCall {
  return call
}
