import { bodyInvalid } from '../../gateway-faults.ts'
import { quote, stringEnd } from '@gatehouse/bytes/json-text'

// A call's body may be nested 512 levels deep, and a message adds a few more. Deeper nesting is refused before any
// recursive code could overflow the stack.
const levelsMax = 600

/**
 * Accepts only a single message: the calls of a batch would share one request id, and a request id is charged only
 * once.
 */
export function parseMessage(body: Buffer): object {
  if (isNestedDeeper(body)) throw bodyInvalid(`The body is nested deeper than ${levelsMax} levels.`)
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

// `[` differs from `{`, and `]` from `}`, only in this bit.
const bracketBit = 0x20
const opening = 0x7b
const closing = 0x7d

function isNestedDeeper(body: Buffer): boolean {
  let levels = 0
  let at = 0
  while (at < body.length) {
    const byte = body[at] ?? 0
    const end = byte === quote ? stringEnd(body, at) : at + 1
    // A malformed text is refused when it is parsed.
    if (end < 0) return false
    if ((byte | bracketBit) === opening) levels += 1
    else if ((byte | bracketBit) === closing) levels -= 1
    if (levels > levelsMax) return true
    at = end
  }
  return false
}
