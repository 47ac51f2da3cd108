import { STATUS_CODES } from 'node:http'
import { statusOf } from './fault-status.ts'
import { type TranslateFault, respondToFault } from './fault-response.ts'

/** RFC 9457 problem details: the error shape of every REST route outside the gateway. */
export const toProblem: TranslateFault = (fault, requestId) => {
  const status = statusOf(fault)
  return respondToFault(fault, 'application/problem+json', {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: fault.publicMessage,
    code: fault.code,
    request_id: requestId,
  })
}
