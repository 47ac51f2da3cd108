import type { GraphQLField, GraphQLFieldResolver } from 'graphql'
import type { OperationContext } from '../operation-context.ts'
import type { AccessLevel } from './access-level.ts'
import { authorise } from './authorise.ts'

export type Given = Readonly<Record<string, unknown>>
type Resolver = GraphQLFieldResolver<unknown, OperationContext, Given>

/** Wraps the field's resolver so that nothing runs, not even input parsing, before the viewer is authorised. */
export function guardField(field: GraphQLField<unknown, OperationContext, Given>, level: AccessLevel): void {
  if (level === 'asParent' || level === 'anyone') return
  // Guarding the start of a subscription covers all of its events.
  if (field.subscribe) field.subscribe = guard(field.subscribe, level)
  else if (field.resolve) field.resolve = guard(field.resolve, level)
  else throw new Error(`${field.name} has no resolver to guard`)
}

function guard(resolver: Resolver, level: Exclude<AccessLevel, 'asParent'>): Resolver {
  return async (...call) => {
    const [, given, { viewer, onAllowed }] = call
    await authorise(level, viewer, given)
    onAllowed?.((later) => authorise(level, later, given))
    return resolver(...call)
  }
}
