// The operations of the gateway, as data. REST routes and MCP tools are two transports for an operation: each
// identifies the caller, checks its scope and passes the raw input on; the rest happens here, once.
import type { RequestContext } from '@gatehouse/http/request-context'
import type { Scope } from '@gatehouse/keys/api-key'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { Capability } from '@gatehouse/models/alias'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import { bodyInvalid, parameterInvalid } from '../../gateway-faults.ts'
import type { ByteAccount } from '../../call/byte-budget.ts'
import type { Progress } from '../../call/client.ts'
import type { Timings } from '../../call/timings.ts'
import { LargeInput } from './large-input.ts'

/** The caller, after the address limit, the key and the scope have been checked. */
export type Caller = {
  /** Id of the request, and of the call in the ledger if the operation is billable. */
  id: string
  key: CallerKey
  context: RequestContext
  /** Measured from the arrival of the request. */
  timings: Timings
  /** The memory that the request holds. */
  bytes: ByteAccount
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
  /** Runs the task once the whole answer has been sent or the client has disconnected. */
  onDelivered(task: () => void): void
  /** Reports progress to the caller; a no-op for transports that cannot report it. */
  onProgress(progress: Progress): void
}

/** The body and headers of the HTTP answer; a tool's result carries the headers as metadata. */
type OperationAnswer = {
  /** A large body is passed on as JSON. */
  body: Readonly<Record<string, unknown>> | Buffer
  headers?: Readonly<Record<string, string | number>>
}

export type Operation = {
  /** Name of the MCP tool. */
  name: OperationName
  title: string
  description: string
  /** Method, and path below the base address. */
  rest: { method: 'GET' | 'POST'; path: string }
  scope: Scope
  /** Whether the operation requires credits and an account in good standing, and is charged by usage. */
  isBillable: boolean
  /** Capabilities of the aliases that the operation accepts; empty if it takes no alias. */
  capabilities: readonly Capability[]
  input: z.ZodType
  output: z.ZodType
  /** Validates the input against its schema, and throws a fault if it does not match. */
  run(raw: unknown, caller: Caller): Promise<OperationAnswer>
}

export type OperationName = 'chat' | 'list_models' | 'get_usage' | 'list_jobs' | 'parse_cv' | 'parse_jd'

type Definition<Input extends z.ZodType> = Omit<Operation, 'run' | 'input'> & {
  input: Input
  run(input: z.output<Input>, caller: Caller): Promise<OperationAnswer>
  /** For an operation whose large input stands for bytes. */
  runBytes?: (bytes: Buffer, caller: Caller) => Promise<OperationAnswer>
}

export function defineOperation<Input extends z.ZodType>(definition: Definition<Input>): Operation {
  const { runBytes, ...operation } = definition
  return {
    ...operation,
    async run(raw, caller) {
      if (!(raw instanceof LargeInput)) return definition.run(readInput(definition, raw), caller)
      const { outcome } = raw
      if (outcome.kind === 'invalid') throw new Fault(outcome.fault)
      if (outcome.kind === 'value') return definition.run(outcome.value as z.output<Input>, caller)
      assert(runBytes, 'only an operation that takes bytes gets them')
      return runBytes(outcome.bytes, caller)
    },
  }
}

/** Throws a fault if the input does not match its schema. */
export function readInput<Input extends z.ZodType>(
  { input, rest }: { input: Input; rest: Pick<Operation['rest'], 'method'> },
  raw: unknown,
): z.output<Input> {
  const outcome = input.safeParse(raw)
  if (outcome.success) return outcome.data
  const [issue] = outcome.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) throw argumentUnknown(input, issue.keys)
  const path = issue?.path.join('.') ?? ''
  const message = `${path === '' ? 'The input' : path}: ${issue?.message ?? 'is not valid'}.`
  throw rest.method === 'GET' ? parameterInvalid(path, message) : bodyInvalid(message)
}

function argumentUnknown(input: z.ZodType, unknown: readonly string[]): Fault {
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  return parameterInvalid(
    unknown[0] ?? '',
    `${unknown.map((name) => JSON.stringify(name)).join(', ')}: not an argument. Known arguments: ${known.join(', ')}.`,
  )
}

const error = 'is not a date or timestamp: write 2026-03-02 or 2026-03-02T12:00:00Z'
// Postgres accepts neither a year 0 nor an offset of more than 14 hours from UTC, and neither exists.
const impossible = /^0000-|[+-](?:1[5-9]|2\d):?\d\d$/

const timestamp = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
  .refine((text) => !impossible.test(text), { error })

/**
 * An ISO 8601 timestamp; a date alone means its start in UTC. Kept as text, because a Date would truncate it to
 * milliseconds.
 */
export const timestampText = timestamp.transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
