// Bugs between the settler and the ledger, and between the settler and the clients.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { PlantedBug } from './planted-bug.ts'

export const settlementBugs = {
  'loses-half-a-batch': {
    what: 'a batch is acknowledged although only its first half was written',
    settlement: (ports) => ({
      ...ports,
      prepareBatch: (calls) => ports.prepareBatch(calls.slice(0, Math.ceil(calls.length / 2))),
    }),
  },
  'trusts-lost-answers': {
    what: 'a batch whose answer was lost counts as written',
    settlement: (ports) => ({
      ...ports,
      prepareBatch: (calls) => (marks) =>
        ports
          .prepareBatch(calls)(marks)
          .catch(() => ({ kind: 'settled', accounts: calls.map(toAccount) })),
    }),
  },
  'resends-under-a-new-id': {
    what: 'a batch whose answer was lost is sent again with new call ids',
    settlement(ports) {
      const sent = new Set<string>()
      const rename = (call: FinishedCall) => (sent.has(call.id) ? { ...call, id: `${call.id}-again` } : call)
      return {
        ...ports,
        prepareBatch: (calls) => (marks) => {
          const renamed = calls.map(rename)
          for (const { id } of calls) sent.add(id)
          return ports.prepareBatch(renamed)(marks)
        },
      }
    },
  },
  'sends-done-before-commit': {
    what: 'the client sees the end while the charge is only queued',
    inference: (deps) => ({
      ...deps,
      settler: {
        ...deps.settler,
        settle: (call) => {
          deps.settler.settle(call).catch(() => undefined)
          return Promise.resolve({ kind: 'settled', ...toAccount(call) })
        },
      },
    }),
  },
  'releases-before-commit': {
    what: 'the hold is released when the batch is sent, not when it is durable',
    settlement: (ports) => ({
      ...ports,
      prepareBatch: (calls) => (marks) => {
        for (const { id, companyId } of calls)
          ports.store.update({ companyId, finished: [{ callId: id }] }).catch(() => undefined)
        return ports.prepareBatch(calls)(marks)
      },
    }),
  },
  'keeps-late-charges': {
    what: 'a charge made after its caller was informed of no charge is kept',
    settlement: (ports) => ({ ...ports, giveBack: async () => undefined }),
  },
  'charges-calls-without-usage': {
    what: 'a client that hangs up early pays the estimate',
    inference: (deps) => ({
      ...deps,
      settler: { ...deps.settler, settle: (call) => deps.settler.settle(chargeEstimate(call)) },
    }),
  },
  'charges-the-estimate': {
    what: 'a call is charged what was held for it',
    inference: (deps) => ({
      ...deps,
      settler: {
        ...deps.settler,
        settle: (call) =>
          deps.settler.settle(
            call.end.kind === 'succeeded'
              ? { ...call, end: { ...call.end, chargedMicros: call.heldMicros } }
              : call,
          ),
      },
    }),
  },
  'crash-forgets-give-back': {
    what: 'a charge of a process that died before it delivered the answer is kept',
    settlement: (ports) => ({
      ...ports,
      undelivered: ports.undelivered.map((shard) => ({ ...shard, findStale: async () => [] })),
    }),
  },
  'returns-delivered-charges': {
    what: 'deliveries are never recorded, so that a later crash returns the charges',
    inference: (deps) => ({ ...deps, settler: { ...deps.settler, delivered: () => undefined } }),
  },
  'records-no-delivery-after-a-stall': {
    what: 'a process that once did not run for a while records no delivery afterwards',
    inference: (deps, { host }) => ({
      ...deps,
      settler: {
        ...deps.settler,
        delivered: (callId) => (host.stalls.length > 0 ? undefined : deps.settler.delivered(callId)),
      },
    }),
  },
  'delivers-before-the-answer': {
    what: 'a call counts as delivered when it is charged',
    inference: (deps) => ({
      ...deps,
      settler: {
        ...deps.settler,
        settle: (call) => {
          const settled = deps.settler.settle(call)
          deps.settler.delivered(call.id)
          return settled
        },
      },
    }),
  },
  'never-marks-deliveries': {
    what: 'deliveries are recorded only with the next charge',
    settlement: (ports) => ({ ...ports, writeMarks: async () => undefined }),
  },
  'shares-a-process-id': {
    what: 'all processes have the same id in the ledger',
    settlement: (ports) => ({ ...ports, processId: 'gateway' }),
  },
  'drops-no-claims': {
    what: 'a call that failed keeps its Idempotency-Key forever',
    inference: (deps) => ({
      ...deps,
      answers: {
        ...deps.answers,
        claim: (claim, beforeReplay) => deps.answers.claim({ ...claim, claimMs: 1e12 }, beforeReplay),
        drop: () => undefined,
      },
    }),
  },
} as const satisfies Record<string, PlantedBug>

function toAccount({ companyId }: FinishedCall) {
  return { companyId, balanceMicros: 1_000_000n, version: 1n }
}

function chargeEstimate(call: FinishedCall): FinishedCall {
  if (call.end.kind !== 'failed' || call.end.reason !== 'client_gone') return call
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: call.heldMicros } as const
  return { ...call, end }
}
