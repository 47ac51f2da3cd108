// The HTTP side of every billable call: identifies the caller, reads the body and headers, and sets up where the answer
// goes.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import type { CallOperation } from '@gatehouse/calls/call'
import type { ApiKey, Scope } from '@gatehouse/keys/api-key'
import type { ByteAccount } from './byte-budget.ts'
import { largeBodyBytes, precheckCall } from './admission/limit-checks.ts'
import { requireActiveCompany, identifyCaller, readCallerBody } from './identify-caller.ts'
import { ClientLink, replayAnswer } from './client-link.ts'
import type { ReceivedCall } from './call.ts'
import type { CallDeps } from './call-deps.ts'
import type { AnswerSink, StoredCall } from './client.ts'
import { Timings } from './timings.ts'
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { isUuid } from '@gatehouse/runtime/ids'
import { bodyInvalid, concernedCompanyDenied } from '../gateway-faults.ts'

export type Exchange = { request: HttpRequest; reply: HttpReply }

export async function receiveCall(
  deps: CallDeps,
  { request, reply }: Exchange,
  { scope, operation, bodyBytesMax }: { scope: Scope; operation: CallOperation; bodyBytesMax: number },
): Promise<ReceivedCall> {
  const { names } = deps
  const timings = new Timings(deps.clock)
  const identified = await identifyCaller(deps, request, { scope, timings })
  requireActiveCompany(identified)
  const concernedCompanyId = readConcernedCompany(request, { key: identified, names })
  const { id, headers, context } = request
  // Some clients send the header without a value.
  const idempotencyKey = headers['idempotency-key']?.toString() || undefined
  const bytes = openAccount(deps, identified, reply)
  const { body, key } = await readCallerBody(deps.keys, request, {
    key: identified,
    timings,
    limits: {
      bytesMax: bodyBytesMax,
      checkLength: bytes.check,
      reserve: bytes.take,
      large: {
        bytes: largeBodyBytes,
        permit: () => precheckCall(deps, { id, key: identified, operation, idempotencyKey }),
      },
    },
  })
  requireActiveCompany(key)
  return {
    id,
    key,
    body,
    contentType: headers['content-type'],
    context,
    timings,
    isDryRun: headers[names.header('dry-run')] === 'true',
    idempotencyKey,
    bytes,
    concernedCompanyId,
    sink: new HttpSink(deps, reply),
  }
}

class HttpSink implements AnswerSink {
  readonly #deps: Pick<CallDeps, 'names' | 'clock'>
  readonly #reply: HttpReply

  constructor(deps: Pick<CallDeps, 'names' | 'clock'>, reply: HttpReply) {
    this.#deps = deps
    this.#reply = reply
  }

  open(): ClientLink {
    return new ClientLink(this.#reply, this.#deps.clock)
  }

  sendDryRun(outcome: object): unknown {
    return this.#reply.send(outcome)
  }

  replay(stored: StoredCall): void {
    replayAnswer(this.#deps.names, this.#reply, stored)
  }
}

/** Opens the request's byte account, which closes when the answer has been sent or the client has disconnected. */
export function openAccount(
  { bytes }: Pick<CallDeps, 'bytes'>,
  key: ApiKey,
  { raw }: HttpReply,
): ByteAccount {
  const account = bytes.open(key)
  if (raw.destroyed) account.close()
  else raw.on('close', account.close)
  return account
}

/**
 * Reads the header that names the company on whose behalf the platform makes a call. Only keys of the platform's own
 * company may send it; other callers are refused rather than ignored, so that no cost can be attributed to the wrong
 * company.
 */
function readConcernedCompany(
  { headers, context }: Pick<HttpRequest, 'headers' | 'context'>,
  { key, names }: { key: Pick<ApiKey, 'companyId'>; names: ServiceNames },
): string | undefined {
  const header = names.header('concerned-company')
  const given = headers[header]
  if (given === undefined) return undefined
  if (key.companyId !== platformCompanyId) throw concernedCompanyDenied(header)
  const companyId = given.toString().toLowerCase()
  if (!isUuid(companyId)) throw bodyInvalid(`${header} must be the id of a company.`)
  context.addLogFields({ concerned_company_id: companyId })
  return companyId
}
