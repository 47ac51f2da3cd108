import type { Connection } from './chat-request.ts'
import { sendRequest } from './send-request.ts'

/** What the ledger charged for a call of this key, in credits. */
export async function readCharge(connection: Connection, callId: string): Promise<string> {
  const response = await sendRequest(connection, { method: 'GET', path: `/usage/calls/${callId}` })
  const { credits } = (await response.json()) as { credits: { charged: string } }
  return credits.charged
}
