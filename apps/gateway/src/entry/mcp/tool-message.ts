// Reads a large message to /mcp in a worker thread. Only the arguments of a tool can be large; they are validated here and
// left out of the message, so that neither the SDK nor the main thread has to go through them.
import { Fault } from '@gatehouse/runtime/fault'
import type { z } from 'zod'
import { chatInput, parseInput, toChatBody } from '../operations/inputs.ts'
import type { LargeInputOutcome } from '../operations/large-input.ts'
import { readInput } from '../operations/operation.ts'
import { parseMessage } from './parse-message.ts'

export type LargeMessage =
  | { refusal: string }
  /** With `bytes`, the input stands for them. */
  | { message: object; input?: Exclude<LargeInputOutcome, { kind: 'bytes' }>; bytes?: Buffer }

type ToolMessage = { method?: unknown; params?: { name?: unknown; arguments?: unknown } }

export function readToolMessage(body: Buffer): LargeMessage {
  try {
    const message: ToolMessage = parseMessage(body)
    const { method, params } = message
    const read = method === 'tools/call' ? readArguments(params?.name, params?.arguments) : undefined
    return read ? { message: { ...message, params: { ...params, arguments: {} } }, ...read } : { message }
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === 'invalid') return { refusal: thrown.publicMessage }
    throw thrown
  }
}

/** Undefined for tools that have no large arguments. */
function readArguments(
  name: unknown,
  given: unknown = {},
): Omit<Exclude<LargeMessage, { refusal: string }>, 'message'> | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  try {
    if (name === 'chat') return { bytes: toChatBody(validate(chatInput, given)) }
    if (name === 'parse_cv' || name === 'parse_jd')
      return { input: { kind: 'value', value: validate(parseInput(''), given) } }
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    const { kind, code, publicMessage, context } = thrown
    return { input: { kind: 'invalid', fault: { kind, code, publicMessage, context } } }
  }
}

function validate<Input extends z.ZodType>(input: Input, given: object): z.output<Input> {
  return readInput({ input, rest: { method: 'POST' } }, given)
}
