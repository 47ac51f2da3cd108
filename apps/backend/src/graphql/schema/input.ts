// Input types of operations. Like a shape, an input carries the TypeScript type of its values; reading it also checks
// what GraphQL's types cannot express.
import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableInputType,
  GraphQLString,
} from 'graphql'
import { Fault } from '@gatehouse/runtime/fault'
import { isUuid } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { isStorable } from '@gatehouse/runtime/storable-text'
import { badRequest, unknownId } from '../graphql-faults.ts'
import { type Shape, dateTimeScalar, jsonScalar } from './shape.ts'

export type Input<T> = { readonly type: GraphQLInputType; read(value: unknown): T }

export type InputTable = Readonly<Record<string, Input<unknown>>>

export type InputValues<Inputs extends InputTable> = {
  [Name in keyof Inputs]: Inputs[Name] extends Input<infer T> ? T : never
}

export const inputs = {
  /** A malformed id gives the same error as an unknown one. */
  id: required(GraphQLID, (value): string => {
    if (!isUuid(value)) throw unknownId()
    return value.toLowerCase()
  }),
  /** An id that is not a UUID, such as that of a requirement within its job. */
  shortId: required(GraphQLID, readText),
  string: required(GraphQLString, readText),
  /** Wrapped so that the value is never printed. */
  secret: required(GraphQLString, (value) => new Secret(value as string)),
  int: required(GraphQLInt, (value) => value as number),
  float: required(GraphQLFloat, (value) => value as number),
  boolean: required(GraphQLBoolean, (value) => value as boolean),
  time: required(dateTimeScalar, (value) => value as Date),
  json: required(jsonScalar, (value) => value),
}

/** A search for a text that cannot be stored would fail as well, so every text is checked. */
function readText(value: unknown): string {
  const text = value as string
  if (!isStorable(text)) throw badRequest('A text must be valid Unicode without the character NUL.')
  return text
}

/** Makes an input optional; its value is null if the caller leaves it out. */
export function optionalInput<T>({ type, read }: Input<T>): Input<T | null> {
  return {
    type: type instanceof GraphQLNonNull ? type.ofType : type,
    read: (value) => (value === null || value === undefined ? null : read(value)),
  }
}

/** Makes a field of an input object optional, and distinguishes a field that is left out (undefined) from null. */
export function clearableInput<T>(input: Input<T>): Input<T | null | undefined> {
  const { type, read } = optionalInput(input)
  return { type, read: (value) => (value === undefined ? undefined : read(value)) }
}

const listLengthMax = 100

export function listInput<T>({ type, read }: Input<T>): Input<readonly T[]> {
  return required(new GraphQLList(type), (value) => {
    const entries = value as readonly unknown[]
    if (entries.length > listLengthMax) throw badRequest(`A list has at most ${listLengthMax} entries.`)
    return entries.map((entry, index) => readNamed(String(index), () => read(entry)))
  })
}

export function enumInput<Value extends string>({
  enumType,
}: Shape<Value> & { enumType: GraphQLEnumType }): Input<Value> {
  return required(enumType, (value) => value as Value)
}

export function inputObject<Fields extends InputTable>(
  name: string,
  description: string,
  fields: Fields,
): Input<InputValues<Fields>> {
  const type = new GraphQLInputObjectType({
    name,
    description,
    fields: Object.fromEntries(Object.entries(fields).map(([key, input]) => [key, { type: input.type }])),
  })
  return required(type, (value) => readInputs(fields, value as Readonly<Record<string, unknown>>))
}

export function readInputs<Inputs extends InputTable>(
  table: Inputs,
  given: Readonly<Record<string, unknown>>,
): InputValues<Inputs> {
  const entries = Object.entries(table).map(([name, input]) => [
    name,
    readNamed(name, () => input.read(given[name])),
  ])
  return Object.fromEntries(entries) as InputValues<Inputs>
}

/** Adds the name of the input to a fault about its value, so that the fault has the whole path. */
function readNamed<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.kind !== 'invalid') throw thrown
    const { kind, code, publicMessage, context, cause, input } = thrown
    const path = input === undefined ? name : `${name}.${input}`
    throw new Fault({ kind, code, publicMessage, context, cause, input: path })
  }
}

function required<T>(type: GraphQLNullableInputType, read: (value: unknown) => T): Input<T> {
  return { type: new GraphQLNonNull(type), read }
}
