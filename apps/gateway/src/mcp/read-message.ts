import { bodyInvalid } from '../gateway-faults.ts'

// A call's body may be nested 512 levels deep, and a message adds a few more. Deeper nesting is refused before any
// recursive code could overflow the stack.
const levelsMax = 600

/** Accepts a single message: a batch would share one request id, and an id is charged once. */
export function readMessage(body: Buffer): object {
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

const quote = 0x22
const backslash = 0x5c
// `[` and `{`, and `]` and `}`, differ in this bit alone.
const bracketBit = 0x20
const opening = 0x7b
const closing = 0x7d

function isNestedDeeper(body: Buffer): boolean {
  let levels = 0
  let isInText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === quote) isInText = !isInText
    else if (isInText) {
      if (byte === backslash) at += 1
    } else if ((byte | bracketBit) === opening) levels += 1
    else if ((byte | bracketBit) === closing) levels -= 1
    if (levels > levelsMax) return true
  }
  return false
}
