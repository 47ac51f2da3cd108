// The domain names an invalid value as it knows it, such as `rpmLimit`. A form needs the path of the operation's input,
// such as `input.rpmLimit`, which only the operation knows.
import { Fault } from '@gatehouse/runtime/fault'
import { getNamedType, isInputObjectType } from 'graphql'
import type { InputTable } from './input.ts'

/** Returns the fault with the path of its input in this operation, or without an input if the operation has none such. */
export function locateInput(inputs: InputTable, thrown: unknown): unknown {
  if (!(thrown instanceof Fault) || thrown.input === undefined) return thrown
  const path = findPath(inputs, thrown.input)
  if (path === thrown.input) return thrown
  const { kind, code, publicMessage, publicDetails, context, cause, retryAfterMs, isOutcomeUnknown } = thrown
  return new Fault({
    kind,
    code,
    publicMessage,
    context,
    cause,
    isOutcomeUnknown,
    ...(publicDetails !== undefined && { publicDetails }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(path !== undefined && { input: path }),
  })
}

function findPath(inputs: InputTable, named: string): string | undefined {
  const [first = ''] = named.split('.')
  if (Object.hasOwn(inputs, first)) return named
  const parent = Object.entries(inputs).find(([, { type }]) => {
    const object = getNamedType(type)
    return isInputObjectType(object) && Object.hasOwn(object.getFields(), first)
  })
  return parent && `${parent[0]}.${named}`
}
