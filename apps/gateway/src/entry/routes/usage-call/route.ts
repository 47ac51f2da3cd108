import type { Receipt } from '@gatehouse/credits/read-receipt'
import { receiptBody } from '@gatehouse/credits/receipt-body'
import type { ReceiptSigner } from '@gatehouse/credits/receipt-signer'
import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { isUuid } from '@gatehouse/runtime/ids'
import { callArchived, callNotFound } from '../../../gateway-faults.ts'
import { identifyCaller } from '../../../call/identify-caller.ts'
import type { CallDeps } from '../../../call/call-deps.ts'

type UsageCallDeps = Pick<CallDeps, 'keys' | 'limits' | 'overload' | 'refusals'> & {
  signer: Pick<ReceiptSigner, 'sign'>
  readReceipt(call: { callId: string; keyId: string }, companyId: string): Promise<Receipt | undefined>
  /** Whether calls of the id's time are archived. */
  isArchivedTime(callId: string, companyId: string): Promise<boolean>
}

/** Returns the receipt of one call, also as a signed document, to the key that made it. */
export function usageCallRoute(deps: UsageCallDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/usage/calls/:id',
    statuses: [200, 401, 403, 404, 429, 503],
    async handle(request) {
      const key = await identifyCaller(deps, request, { scope: 'usage:read' })
      const { id } = request.params as { id: string }
      if (!isUuid(id)) throw callNotFound()
      const receipt = await deps.readReceipt({ callId: id, keyId: key.id }, key.companyId)
      if (!receipt) throw (await deps.isArchivedTime(id, key.companyId)) ? callArchived() : callNotFound()
      return { ...receiptBody(receipt), jws: await deps.signer.sign(receipt) }
    },
  })
}
