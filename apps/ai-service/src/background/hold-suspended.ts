// Model work for a suspended company waits: its tasks are postponed without counting an attempt, its matches are scored by
// facts alone, and both catch up when the company is resumed.
import { isCompanySuspended } from '@gatehouse/companies/read-company'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'

/** A task that is turned away comes back after this long, or half as long again. */
const retryAfterMs = 30_000

/** The same model calls, except that the state of the company is read from the database before each of them. */
export function holdSuspended(modelCalls: ModelCalls, postgres: Queryable): ModelCalls {
  const { client, cvParser } = modelCalls

  async function demandActive(companyId: string): Promise<void> {
    if (await isCompanySuspended(postgres, companyId)) throw companySuspended()
  }

  return {
    ...modelCalls,
    client: client && {
      async ask(question) {
        await demandActive(question.companyId)
        return client.ask(question)
      },
    },
    cvParser: cvParser && {
      async parseCv(order) {
        await demandActive(order.companyId)
        return cvParser.parseCv(order)
      },
    },
  }
}

function companySuspended(): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'model_calls.company_suspended',
    publicMessage: 'The company is suspended. Model work for it goes on when it is resumed.',
    retryAfterMs,
  })
}
