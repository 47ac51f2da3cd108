// What can be asked of the gateway, as data. A REST route and an MCP tool are two faces of an operation: both identify the
// caller, demand its scope, and hand over what came; from there on everything is done here, once.
import type { RequestContext } from '@gatehouse/http/request-context'
import type { Scope } from '@gatehouse/keys/api-key'
import type { CallerKey } from '@gatehouse/keys/found-key'
import type { Capability } from '@gatehouse/models/alias'
import type { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import { bodyInvalid, parameterInvalid } from '../gateway-faults.ts'
import type { ByteAccount } from '../inference/admission/byte-budget.ts'
import type { Timings } from '../inference/timings.ts'

/** Who asks, after the address limit, the key and the scope have been checked. */
export type Caller = {
  /** Of the request, and of the call in the ledger if the operation is billable. */
  id: string
  key: CallerKey
  context: RequestContext
  /** Since the request came. */
  timings: Timings
  /** What the request holds of the process's memory. */
  bytes: ByteAccount
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Does this when the answer to the request is with the socket, or its client is gone. */
  onDelivered(task: () => void): void
  /** Tells whoever waits how far it is; a face without a way to tell ignores it. */
  onProgress(progress: Progress): void
}

type Progress = { done: number; total: number; message: string }

/** Headers are for HTTP; a tool's result carries them as its metadata. */
type OperationAnswer = {
  body: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string | number>>
}

export type Operation = {
  /** The name of the tool. */
  name: OperationName
  title: string
  description: string
  /** Below the base address. */
  rest: { method: 'GET' | 'POST'; path: string }
  scope: Scope
  /** Needs credits and an account in order, and is charged by what it used. */
  isBillable: boolean
  /** Which aliases it may name; empty if it names none. */
  capabilities: readonly Capability[]
  input: z.ZodType
  output: z.ZodType
  /** Reads the input by its schema and throws a fault if it does not fit. */
  run(raw: unknown, caller: Caller): Promise<OperationAnswer>
}

export type OperationName = 'chat' | 'list_models' | 'get_usage' | 'list_jobs' | 'parse_cv' | 'parse_jd'

type Definition<Input extends z.ZodType> = Omit<Operation, 'run' | 'input'> & {
  input: Input
  run(input: z.output<Input>, caller: Caller): Promise<OperationAnswer>
}

export function defineOperation<Input extends z.ZodType>(definition: Definition<Input>): Operation {
  return { ...definition, run: async (raw, caller) => definition.run(readInput(definition, raw), caller) }
}

function readInput<Input extends z.ZodType>({ input, rest }: Definition<Input>, raw: unknown) {
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
