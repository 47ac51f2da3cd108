// Model work for a company waits while the company is suspended, or has used up its allowance: its tasks are postponed without
// counting an attempt, its matches are scored by facts alone, and both catch up afterwards.
import type { Allowance } from '@gatehouse/allowances/allowance'
import { type ModelWorkGateDeps, createModelWorkGate } from '@gatehouse/allowances/create-model-work-gate'
import { isCompanySuspended } from '@gatehouse/companies/company'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { Fault } from '@gatehouse/runtime/fault'

/** Resolves if a model may be asked for the company now, and rejects with an exhausted Fault if that has to wait. */
export type RequireModelWork = (companyId: string) => Promise<void>

/** The same model calls, except that `demand` is asked before each of them. */
export function holdModelWork(modelCalls: ModelCalls, demand: RequireModelWork): ModelCalls {
  const { client, cvParser } = modelCalls
  return {
    ...modelCalls,
    client: client && {
      async ask(question) {
        await demand(question.companyId)
        return client.ask(question)
      },
    },
    cvParser: cvParser && {
      async parseCv(order) {
        await demand(order.companyId)
        return cvParser.parseCv(order)
      },
    },
  }
}

/** Both states are read from the database. */
export function requireModelWork(
  deps: Omit<ModelWorkGateDeps, 'defaults'>,
  defaults: Allowance,
): RequireModelWork {
  const demandAllowance = createModelWorkGate({ ...deps, defaults })
  return async (companyId) => {
    if (await isCompanySuspended(deps.postgres, companyId)) throw companySuspended()
    await demandAllowance(companyId)
  }
}

/** A task that is turned away comes back after this long, or half as long again. */
const retryAfterMs = 30_000

function companySuspended(): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'model_calls.company_suspended',
    publicMessage: 'The company is suspended. Model work for it goes on when it is resumed.',
    retryAfterMs,
  })
}
