// Compares what an example printed, what the provider answered and what the ledger charged with the page.
import { printedPattern } from '@gatehouse/testkit/documents/page-examples'
import type { ClientExample } from './client-pages.ts'

export type ExampleRun = {
  stdout: string
  stderr: string
  /** Paths of the provider requests that were answered completely and without a planned fault. */
  answered: readonly string[]
  /** The calls of the example's key in the ledger. */
  calls: readonly { status: string; chargedMicros: bigint }[]
}

/** Charge of one answered provider request, by its path. */
export type ChargeOf = (path: string) => bigint

/** Examples that call no model, or only calls that fail; all others must be charged. */
const uncharged: ReadonlySet<string> = new Set(['Models', 'Errors', 'Broken streams', 'The default model'])

/** Returns what is wrong; an empty list if nothing is. */
export function judgeExample(
  { client, feature, printed }: ClientExample,
  { stdout, stderr, answered, calls }: ExampleRun,
  chargeOf: ChargeOf,
): string[] {
  const faults: string[] = []
  if (!printedPattern(printed).test(stdout.replaceAll('\r', '').trim()))
    faults.push(`printed ${JSON.stringify(`${stdout}${stderr.slice(0, 500)}`)}`)
  const expectedMicros = answered.reduce((sum, path) => sum + chargeOf(path), 0n)
  const chargedMicros = calls.reduce((sum, call) => sum + call.chargedMicros, 0n)
  const charged = calls.filter((call) => call.chargedMicros > 0n)
  if (chargedMicros !== expectedMicros)
    faults.push(`was charged ${chargedMicros} instead of ${expectedMicros} micro-credits`)
  if (charged.length !== answered.length || charged.some(({ status }) => status !== 'SUCCEEDED'))
    faults.push(`${charged.length} charged calls for ${answered.length} answers of the provider`)
  if (mustBeCharged(client, feature) !== charged.length > 0)
    faults.push(charged.length > 0 ? 'was charged' : 'called no model')
  return faults
}

function mustBeCharged(client: string, feature: string): boolean {
  if (uncharged.has(feature)) return false
  // With MCP the tools are ours: their list, and those that only read, are free.
  return !client.startsWith('mcp-') || feature === 'Chat'
}
