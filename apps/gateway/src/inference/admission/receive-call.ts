// The HTTP side of every billable call: who calls, with which bytes, under which headers, and where the answer goes.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import type { CallOperation } from '@gatehouse/calls/call'
import type { ApiKey, Scope } from '@gatehouse/keys/api-key'
import type { ByteAccount } from './byte-budget.ts'
import { largeBodyBytes, lookAhead } from './look-ahead.ts'
import { readConcernedCompany } from './concerned-company.ts'
import { replayAnswer } from './claim-call.ts'
import { demandActiveCompany, identifyCaller, readCallerBody } from './identify-caller.ts'
import { ClientLink } from '../answer/client-link.ts'
import type { AskedCall } from '../asked-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import { Timings } from '../timings.ts'

export type Exchange = { request: HttpRequest; reply: HttpReply }

export async function receiveCall(
  deps: InferenceDeps,
  { request, reply }: Exchange,
  { scope, operation, bodyBytesMax }: { scope: Scope; operation: CallOperation; bodyBytesMax: number },
): Promise<AskedCall> {
  const { names } = deps
  const timings = new Timings(deps.clock)
  const identified = await identifyCaller(deps, request, { scope, timings })
  demandActiveCompany(identified)
  const concernedCompanyId = readConcernedCompany(request, { key: identified, names })
  const { id, headers, context } = request
  const idempotencyKey = headers['idempotency-key']?.toString()
  const bytes = openAccount(deps, identified, reply)
  const { body, key } = await readCallerBody(deps.keys, request, {
    key: identified,
    timings,
    bytesMax: bodyBytesMax,
    reserve: bytes.take,
    large: {
      bytes: largeBodyBytes,
      permit: () => lookAhead(deps, { callId: id, key: identified, operation, idempotencyKey }),
    },
  })
  demandActiveCompany(key)
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
    face: {
      open: () => new ClientLink(reply, deps.clock),
      sendDryRun: (outcome) => reply.send(outcome),
      replay: (stored) => replayAnswer(names, reply, stored),
    },
  }
}

/** What the request holds until its answer is sent or its client has gone. */
export function openAccount(
  { bytes }: Pick<InferenceDeps, 'bytes'>,
  key: ApiKey,
  { raw }: HttpReply,
): ByteAccount {
  const account = bytes.open(key)
  if (raw.destroyed) account.close()
  else raw.once('close', account.close)
  return account
}
