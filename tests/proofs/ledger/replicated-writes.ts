// Writes whose acknowledgement must mean that the synchronous standby has them, each repeated until it is acknowledged.
import { storeEvent } from '@gatehouse/billing/store-event'
import { claimAnswer } from '@gatehouse/credits/stored-answers'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type Company, type openLedger, clock, finishCall, ids } from './ledger-setup.ts'

export const writeKinds = ['charge', 'answer', 'event'] as const
export type WriteKind = (typeof writeKinds)[number]

export type ReplicatedWrite = {
  /** Sends the write until it is acknowledged. */
  acknowledged(): Promise<void>
  /** Whether the server has the row. */
  isIn(server: Queryable): Promise<boolean>
}

type Ledger = Pick<ReturnType<typeof openLedger>, 'postgres' | 'database' | 'settler'>
type WriteDeps = { ledger: Ledger; company: Company }

/** Prepares a write; nothing that must be on the standby is written before `acknowledged` is called. */
export async function startWrite(kind: WriteKind, deps: WriteDeps): Promise<ReplicatedWrite> {
  switch (kind) {
    case 'charge':
      return startCharge(deps)
    case 'answer':
      return startAnswer(deps)
    case 'event':
      return startEvent(deps)
  }
}

function startCharge({ ledger, company }: WriteDeps): ReplicatedWrite {
  const call = finishCall(company)
  return {
    async acknowledged() {
      await ledger.settler.settle(call)
      ledger.settler.delivered(call.id)
    },
    isIn: (server) => exists(server, `select from calls where id = $1 and status = 'SUCCEEDED'`, call.id),
  }
}

/** The charge is made by a call whose client is gone; what is acknowledged is the answer to its retry. */
async function startAnswer({ ledger, company }: WriteDeps): Promise<ReplicatedWrite> {
  const answer = { contentType: 'application/json', body: Buffer.from('{}') }
  const call = { ...finishCall(company), answer }
  const claim = {
    companyId: company.id,
    keyId: company.keyId,
    idempotencyKey: ids.uuid(),
    bodyHash: Buffer.alloc(32),
    callId: call.id,
    claimMs: 600_000,
  }
  await untilReached(() => claimAnswer(ledger.postgres, claim))
  return {
    async acknowledged() {
      const settled = ledger.settler.settle(call)
      for (;;) {
        const retry = { ...claim, callId: ids.uuid() }
        const { kind } = await untilReached(() => claimAnswer(ledger.postgres, retry))
        if (kind === 'stored') break
        await sleep(clock, 20)
      }
      await settled
      ledger.settler.delivered(call.id)
    },
    isIn: (server) =>
      exists(server, 'select from stored_answers where call_id = $1 and answer is not null', call.id),
  }
}

function startEvent({ ledger }: WriteDeps): ReplicatedWrite {
  const event = {
    id: `evt_${ids.uuid()}`,
    type: 'customer.created',
    createdAt: new Date(),
    apiVersion: 'proof',
    isLive: false,
    objectId: 'cus_proof',
    customerId: 'cus_proof',
    payload: {},
    shapeProblem: null,
  }
  const deps = { database: ledger.database, expected: { apiVersion: 'proof', isLive: false } }
  return {
    // The provider sends an event again until it gets an answer.
    acknowledged: async () => void (await untilReached(() => storeEvent(deps, event, 'WEBHOOK'))),
    isIn: (server) => exists(server, 'select from provider_events where id = $1', event.id),
  }
}

async function untilReached<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (thrown) {
      if (!(thrown instanceof Fault && thrown.kind === 'unavailable')) throw thrown
      await sleep(clock, 20)
    }
  }
}

async function exists(server: Queryable, text: string, id: string): Promise<boolean> {
  const { rows } = await server.query(text, [id])
  return rows.length > 0
}
