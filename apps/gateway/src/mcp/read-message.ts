import { bodyInvalid } from '../gateway-faults.ts'

/** One message: several in one request would share its id, and an id is charged once. */
export function readMessage(body: Buffer): object {
  let message: unknown
  try {
    message = JSON.parse(body.toString())
  } catch {
    throw bodyInvalid('The body is not valid JSON.')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw bodyInvalid('The body must be one JSON-RPC message.')
  }
  return message
}
