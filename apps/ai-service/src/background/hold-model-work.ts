// Puts model work for a company on hold while the company is suspended or has used up its allowance: its tasks are postponed
// without using up an attempt, its matches are scored by facts alone, and both catch up afterwards.
import type { Allowance } from '@gatehouse/allowances/allowance'
import { type ModelWorkGateDeps, createModelWorkGate } from '@gatehouse/allowances/create-model-work-gate'
import { isCompanySuspended } from '@gatehouse/companies/company'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { Fault } from '@gatehouse/runtime/fault'

/** Resolves if a model may be called for the company now; rejects with an `exhausted` Fault if it must wait. */
export type RequireModelWork = (companyId: string) => Promise<void>

/** Wraps the model calls so that `demand` must resolve before each of them. */
export function holdModelWork(modelCalls: ModelCalls, demand: RequireModelWork): ModelCalls {
  const { client, cvParser, jdParser } = modelCalls
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
    jdParser: jdParser && {
      async parseJd(order) {
        await demand(order.companyId)
        return jdParser.parseJd(order)
      },
    },
  }
}

/**
 * Returns a check that reads from the database whether the company is suspended and whether it has used up its
 * allowance.
 */
export function requireModelWork(
  deps: Omit<ModelWorkGateDeps, 'defaults'>,
  defaults: Allowance,
): RequireModelWork {
  const demandAllowance = createModelWorkGate({ ...deps, defaults })
  return async (companyId) => {
    if (await isCompanySuspended(deps.shards.directory, companyId)) throw companySuspended()
    await demandAllowance(companyId)
  }
}

/** Delay of a postponed task; the task engine adds up to half of it as jitter. */
const retryAfterMs = 30_000

function companySuspended(): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'model_calls.company_suspended',
    publicMessage: 'The company is suspended. Model work continues once it is resumed.',
    retryAfterMs,
  })
}
